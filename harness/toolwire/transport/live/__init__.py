"""The live transport: one HTTP client for all cases, which asks running endpoints.

Nothing is imported here, so that only who goes live pays for aiohttp.
"""
