"""The data of the templates in templates/questions/: a dataclass for each kind of question, filled
once. Tables, corrections and enquiries share them."""

from companion.web.questions.asking import Field, slug
from companion.web.questions.page import Page, answered, kept_for, page_of

__all__ = ["Field", "Page", "answered", "kept_for", "page_of", "slug"]
