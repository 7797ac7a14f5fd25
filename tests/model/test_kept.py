"""What is worked out once."""

from dragoman.model import Remembered


def test_what_a_function_said_is_not_asked_again() -> None:
    asked: list[str] = []

    def say(key: str) -> str:
        asked.append(key)
        return key.upper()

    known = Remembered(say, 2)
    assert [known[key] for key in "aba"] == ["A", "B", "A"]
    assert asked == ["a", "b"]


def test_of_too_many_answers_all_are_forgotten() -> None:
    known = Remembered(str.upper, 2)
    assert [known[key] for key in "abc"] == ["A", "B", "C"]
    assert known == {"c": "C"}
