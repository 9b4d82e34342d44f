#!/usr/bin/env python3
"""Engines with one fault each: panj behind a thief who changes what is said.

    mutant.py NAME COMMAND ...    runs the engine COMMAND with the fault NAME
    mutant.py --list              NAME and the check of panj-conform that must notice it
"""

import os
import re
import subprocess
import sys
import threading
import time


class Honest:
    """Passes everything on. A mutant overrides what it spoils."""

    noticed_by = None

    def __init__(self):
        self.searching = False
        self.lock = threading.RLock()
        self.out = sys.stdout.buffer
        self.engine = None

    def to_engine(self, line):
        """Lines (bytes without newline) for the engine instead of this one."""
        return [line]

    def to_peer(self, line):
        """Lines for the peer instead of this one."""
        return [line]

    def at_end_of_input(self):
        self.engine.stdin.close()

    def say(self, line):
        with self.lock:
            self.out.write(line + b"\n")
            self.out.flush()

    def tell(self, line):
        try:
            self.engine.stdin.write(line + b"\n")
            self.engine.stdin.flush()
        except (BrokenPipeError, ValueError):
            pass

    def run(self, command):
        self.engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        listener = threading.Thread(target=self.listen, daemon=True)
        listener.start()
        for data in sys.stdin.buffer:
            line = data[:-1] if data.endswith(b"\n") else data
            if line.startswith((b"go", b"solve")):
                self.searching = True
            for changed in self.to_engine(line):
                self.tell(changed)
            if line.strip() == b"quit":
                break
        else:
            self.at_end_of_input()
        status = self.engine.wait()
        listener.join()
        return status

    def listen(self):
        for data in self.engine.stdout:
            line = data.rstrip(b"\n")
            for changed in self.to_peer(line):
                self.say(changed)
            if line.startswith(b"bestmove"):
                self.searching = False


class Growing(Honest):
    """No fault: a later version, whose lines hold pairs that this one does not know."""

    def to_peer(self, line):
        if line == b"ugiok":
            self.say(b"id weather fair")
        line = re.sub(rb"^(info depth \d+)( .*) nodes", rb"\1 certainty high\2 tbhits 3 nodes", line)
        return [re.sub(rb"^(info .*time \d+)", rb"\1 currmovenumber 7", line)]


class Windows(Honest):
    """No fault: lines may end with CRLF, in both directions."""

    def to_peer(self, line):
        return [line + b"\r"]


MUTANTS = {}


def mutant(noticed_by):
    def register(kind):
        kind.noticed_by = noticed_by
        MUTANTS[kind.__name__] = kind
        return kind

    return register


def replaced(pattern, text):
    """A mutant's to_peer that rewrites lines."""

    def to_peer(self, line):
        return [re.sub(pattern, text, line)]

    return to_peer


def dropped(pattern):
    """A mutant's to_peer that keeps lines to itself."""

    def to_peer(self, line):
        return [] if re.match(pattern, line) else [line]

    return to_peer


def swallowed(pattern):
    """A mutant's to_engine that does not hear lines."""

    def to_engine(self, line):
        return [] if re.match(pattern, line) else [line]

    return to_engine


def heard(pattern, text):
    """A mutant's to_engine that mishears."""

    def to_engine(self, line):
        return [re.sub(pattern, text, line)]

    return to_engine


def answered(pattern, text):
    """A mutant's to_engine that answers lines itself."""

    def to_engine(self, line):
        if not re.match(pattern, line):
            return [line]
        self.say(text)
        return []

    return to_engine


@mutant("handshake")
class chatty_handshake(Honest):
    to_peer = replaced(rb"^id author.*", b"hello there")


@mutant("option_lines")
class option_without_default(Honest):
    to_peer = replaced(rb"(option name Hash type spin) default \d+", rb"\1")


@mutant("ready")
class deaf_to_isready(Honest):
    count = 0

    def to_peer(self, line):
        if line == b"readyok":
            self.count += 1
            return [line] if self.count <= 2 else []
        return [line]


@mutant("empty_lines")
class empty_lines_are_errors(Honest):
    def to_engine(self, line):
        if not line.strip():
            self.say(b"error unknown_command")
        return [line]


@mutant("start_position")
class position_is_echoed(Honest):
    def to_engine(self, line):
        if line.startswith(b"position startpos moves"):
            self.say(b"info string " + line)
        return [line]


@mutant("go_depth")
class two_bestmoves(Honest):
    def to_peer(self, line):
        return [line, line] if line.startswith(b"bestmove") else [line]


@mutant("go_nodes")
class illegal_bestmove(Honest):
    to_peer = replaced(rb"^bestmove \S+", b"bestmove zz99")


@mutant("go_movetime")
class slow_to_answer(Honest):
    def to_peer(self, line):
        if line.startswith(b"bestmove"):
            time.sleep(1.2)
        return [line]


@mutant("go_clocks")
class blind_to_clocks(Honest):
    to_engine = heard(rb"^go .*p1time.*", b"go movetime 1500")


@mutant("stop_ends_infinite")
class infinite_is_not(Honest):
    to_engine = heard(rb"^go infinite", b"go depth 3")


@mutant("stop_without_search")
class stop_always_answers(Honest):
    def to_engine(self, line):
        if line == b"stop" and not self.searching:
            self.say(b"bestmove 0000")
        return [line]


@mutant("two_word_queries")
class wordy_queries(Honest):
    to_peer = replaced(rb"^response (true|false)$", rb"response p1turn \1")


@mutant("whole_game")
class always_the_first_players_turn(Honest):
    asked = False

    def to_engine(self, line):
        self.asked = line == b"query p1turn"
        return [line]

    def to_peer(self, line):
        return [b"response true"] if self.asked and line == b"response false" else [line]


@mutant("gameover_is_told")
class never_over(Honest):
    to_peer = replaced(rb"^response true$", b"response false")


@mutant("unknown_words")
class dies_of_unknown_words(Honest):
    def to_peer(self, line):
        if line.startswith(b"error unknown_command"):
            os._exit(3)
        return [line]


@mutant("quit_leaves")
class quits_with_a_status(Honest):
    def run(self, command):
        super().run(command)
        return 7


@mutant("end_of_input")
class outlives_its_input(Honest):
    def at_end_of_input(self):
        time.sleep(30)


@mutant("every_legal_move_is_accepted")
class lists_a_move_too_many(Honest):
    to_peer = replaced(rb"^response 4 (.*)$", rb"response 5 \1 zz99")


@mutant("legal_is_what_play_accepts")
class counts_wrong(Honest):
    to_peer = replaced(rb"^perft 2 (\d+)", rb"perft 2 1\1")


@mutant("fen_round_trip")
class forgets_the_side(Honest):
    to_peer = replaced(rb"^(response \S*/\S*) 2", rb"\1 1")


@mutant("score_and_reason")
class score_is_a_word(Honest):
    to_peer = replaced(rb"^response (\d+) (\d+)$", b"response even")


@mutant("illegal_move_is_refused")
class illegal_moves_pass_silently(Honest):
    to_peer = dropped(rb"error illegal_move 1")


@mutant("position_is_all_or_nothing")
class half_applies(Honest):
    def to_engine(self, line):
        if line.startswith(b"position") and line.endswith(b" zz99"):
            return [line[:-5], line]
        return [line]


@mutant("undo_is_the_way_back")
class undoes_nothing(Honest):
    to_engine = swallowed(rb"undo$")


@mutant("undo_is_the_way_back")
class undoes_one_ply_only(Honest):
    to_engine = heard(rb"^undo \d+$", b"undo")


@mutant("line_of_play")
class forgets_how_it_came_there(Honest):
    to_engine = answered(rb"query moves$", b"response 0")


@mutant("lines_wait_in_order")
class loses_what_it_cannot_do_now(Honest):
    def to_engine(self, line):
        if line.startswith(b"position") and self.searching:
            self.say(b"error busy position")
            return []
        return [line]


@mutant("bad_fen_is_refused")
class bad_fen_resets(Honest):
    def to_engine(self, line):
        return [line, b"position startpos"] if line == b"position fen ?" else [line]


@mutant("unknown_command_is_named")
class unnamed_errors(Honest):
    to_peer = replaced(rb"^error unknown_command .*", b"error unknown_command")


@mutant("unknown_query_is_told")
class unknown_queries_get_an_answer(Honest):
    to_peer = replaced(rb"^error unknown_query.*", b"response none")


@mutant("options_are_checked")
class clamps_options(Honest):
    to_peer = dropped(rb"error option_value")


@mutant("malformed_go_starts_nothing")
class searches_all_the_same(Honest):
    to_engine = heard(rb"^go depth$", b"go depth 1")


@mutant("busy_during_search")
class position_stops_the_search(Honest):
    def to_engine(self, line):
        if line.startswith(b"position") and self.searching:
            self.tell(b"stop")
            while self.searching:
                time.sleep(0.01)
        return [line]


@mutant("game_over_is_told")
class answers_when_it_is_over(Honest):
    to_peer = replaced(rb"^error game_over.*", b"bestmove 0000")


@mutant("cases_and_blanks")
class minds_capitals(Honest):
    to_engine = answered(rb"ISREADY$", b"error unknown_command ISREADY")


@mutant("remarks")
class reads_remarks(Honest):
    to_engine = heard(rb"^#", b"")


@mutant("end_of_input_finishes_a_bounded_search")
class gone_with_its_input(Honest):
    def at_end_of_input(self):
        if self.searching:
            os._exit(0)
        super().at_end_of_input()


@mutant("long_lines")
class swallows_long_lines(Honest):
    to_peer = dropped(rb"error line_too_long")


@mutant("info_lines")
class info_in_its_own_order(Honest):
    to_peer = replaced(rb"(info depth \d+) (seldepth \d+) (multipv \d+)", rb"\1 \3 \2")


@mutant("pv_begins_with_bestmove")
class pv_of_another_move(Honest):
    to_peer = replaced(rb" pv \S+", b" pv zz99")


@mutant("pv_is_legal")
class pv_goes_too_far(Honest):
    to_peer = replaced(rb"( pv .*)$", rb"\1 zz99")


@mutant("multipv")
class one_line_only(Honest):
    to_peer = dropped(rb"info .* multipv 2 ")


@mutant("searchmoves")
class deaf_to_searchmoves(Honest):
    to_engine = heard(rb" searchmoves .*", b"")


@mutant("nodes_limit")
class deaf_to_nodes(Honest):
    to_engine = heard(rb"^go nodes 2000$", b"go nodes 20000")


@mutant("depth_limit")
class looks_deeper(Honest):
    to_engine = heard(rb"^go depth 2$", b"go depth 4")


@mutant("ready_during_search")
class ready_only_when_idle(Honest):
    def to_engine(self, line):
        if line == b"isready" and self.searching:
            time.sleep(0.6)
        return [line]


@mutant("stop_is_prompt")
class stops_late(Honest):
    def to_engine(self, line):
        if line == b"stop":
            time.sleep(0.6)
        return [line]


@mutant("queries_during_search")
class no_queries_during_search(Honest):
    def to_engine(self, line):
        if line.startswith(b"query") and self.searching:
            self.say(b"response busy")
            return []
        return [line]


@mutant("ponder")
class deaf_to_ponderhit(Honest):
    to_engine = swallowed(rb"ponderhit$")


@mutant("ponder_move_on_request")
class always_names_a_ponder_move(Honest):
    to_peer = replaced(rb"^(bestmove \S+)$", rb"\1 ponder zz99")


@mutant("deterministic")
class never_the_same_twice(Honest):
    count = 0

    def to_peer(self, line):
        self.count += 1
        return [re.sub(rb" hashfull \d+", b" hashfull %d" % (self.count % 1000), line)]


@mutant("chance_is_listed")
class weights_do_not_add_up(Honest):
    to_peer = replaced(rb"^response 6 1@", b"response 7 1@")


@mutant("roll_changes_nothing")
class roll_is_played(Honest):
    rolled = False

    def to_engine(self, line):
        self.rolled = line == b"roll"
        return [line]

    def to_peer(self, line):
        if self.rolled and line.startswith(b"response "):
            self.rolled = False
            self.tell(b"play " + line.split()[1])
        return [line]


@mutant("chance_must_be_played")
class invents_the_die(Honest):
    to_peer = replaced(rb"^error chance_pending.*", b"bestmove r1")


@mutant("scores_are_in_range")
class more_than_certain(Honest):
    to_peer = replaced(rb" score wp \d+", b" score wp 1000001")


# What a mutant of chance shows only in a game with dice.
DICE = ("chance_is_listed", "roll_changes_nothing", "chance_must_be_played", "scores_are_in_range")


def main():
    if sys.argv[1:] == ["--list"]:
        for name, kind in MUTANTS.items():
            print(name, kind.noticed_by)
        return 0
    return {**MUTANTS, "Growing": Growing, "Windows": Windows}.get(sys.argv[1], Honest)().run(sys.argv[2:])


if __name__ == "__main__":
    os._exit(main())
