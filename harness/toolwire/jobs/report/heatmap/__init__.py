"""The matrix at a glance: a line a provider and format, a column a suite, as frozen values.

The site's first page shows it, and any other page may: nothing here knows where a page lies.
"""

from __future__ import annotations

from toolwire.jobs.report.heatmap.answer import MatrixAnswer, answer
from toolwire.jobs.report.heatmap.model import HeatCell, Heatmap, HeatmapLinks, HeatRow
from toolwire.jobs.report.heatmap.view import heatmap

__all__ = ["HeatCell", "HeatRow", "Heatmap", "HeatmapLinks", "MatrixAnswer", "answer", "heatmap"]
