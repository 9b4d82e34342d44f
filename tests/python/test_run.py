"""tests/run itself: what it counts, and what it gives a second chance."""
import os
import subprocess
import tempfile
import unittest

RUN = os.path.join(os.path.dirname(__file__), "..", "run")


class Run(unittest.TestCase):
    def run_in_folder(self, *commands, known="", **more):
        """What it printed, and its status; `known` is what the last time took."""
        environment = {key: value for key, value in os.environ.items() if key not in ("TEST_WITH", "VERBOSE", "AGAIN")}
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "build"))
            with open(os.path.join(folder, "build", "test-times"), "w", encoding="utf-8") as file:
                file.write(known)
            done = subprocess.run([os.path.abspath(RUN), *commands], cwd=folder, env={**environment, **more},
                                  capture_output=True, text=True, check=False)
        return done.stdout.splitlines(), done.returncode

    def run_in_empty_folder(self, *commands, again=""):
        """Its status, its last line and the lines of the second tries."""
        lines, status = self.run_in_folder(*commands, AGAIN=again)
        return status, lines[-1], [line.split()[1:] for line in lines if line.startswith("  again")]

    # Fails the first time it is run in a folder, and passes the second.
    LATE = "sh -c '[ -e late ] || { touch late; exit 1; }'"

    def test_counts_and_status(self):
        self.assertEqual(self.run_in_empty_folder("true", "true"), (0, "2 passed, 0 failed", []))
        self.assertEqual(self.run_in_empty_folder("true", "false"), (1, "1 passed, 1 failed", []))

    def test_the_longest_begin(self):
        lines, _ = self.run_in_folder("sleep 0.1", "true", "sleep 0.2", known="3 3 sleep 0.2\n1 1 sleep 0.1\n2 2 true\n", JOBS="1")
        self.assertEqual([line.split("  ")[2].strip() for line in lines[:-1]], ["sleep 0.2", "true", "sleep 0.1"])

    def test_who_waits_runs_beside_who_works(self):
        """The first cannot end before the second begins, with one job at once."""
        wait, work = "timeout 20 sh -c 'until [ -e come ]; do sleep 0.05; done'", "touch come"
        self.assertEqual(self.run_in_folder(wait, work, known=f"9 0.1 {wait}\n", JOBS="1")[1], 0)

    def test_who_waits_has_all_places_in_the_end(self):
        """None of three can end before all have begun, with one job at once and one more place for those that wait."""
        commands = [f"timeout 20 sh -c 'touch {one}; until [ -e a ] && [ -e b ] && [ -e c ]; do sleep 0.05; done'" for one in "abc"]
        known = "".join(f"9 0.1 {command}\n" for command in commands)
        lines, status = self.run_in_folder("true", *commands, known=known, JOBS="1")
        self.assertEqual((status, lines[-1]), (0, "4 passed, 0 failed"))

    def test_a_second_try_is_asked_for(self):
        self.assertEqual(self.run_in_empty_folder(self.LATE, "true"), (1, "1 passed, 1 failed", []))
        status, last, again = self.run_in_empty_folder(self.LATE, "true", again="1")
        self.assertEqual((status, last, len(again)), (0, "2 passed, 0 failed", 1))

    def test_what_fails_twice_has_failed(self):
        status, last, again = self.run_in_empty_folder("false", again="1")
        self.assertEqual((status, last, len(again)), (1, "0 passed, 1 failed", 1))

    def test_what_a_sanitizer_reports_stays_failed(self):
        for report in ("ERROR: AddressSanitizer: heap-use-after-free", "a.c:1:2: runtime error: shift", "==12== Invalid read"):
            spoken = f"sh -c '[ -e late ] || {{ touch late; echo \"{report}\"; exit 1; }}'"
            self.assertEqual(self.run_in_empty_folder(spoken, again="1"), (1, "0 passed, 1 failed", []))


if __name__ == "__main__":
    unittest.main()
