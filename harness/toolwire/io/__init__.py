"""Bytes and text: reading, writing, showing; nothing here knows of a provider."""
