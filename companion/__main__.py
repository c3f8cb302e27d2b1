"""`python -m companion` does what `companion` does."""

from companion.cli import main

if __name__ == "__main__":
    main()
