"""The engine: answers in, a Replay out. See docs/architecture.md."""
