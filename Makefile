# panj: `make help` lists the targets. `make` needs a C compiler alone.

VERSION := 0.2.0
COMMIT  := $(shell git describe --always --dirty --exclude '*' 2>/dev/null)
#: PREFIX=/usr/local where make install puts things, in small letters too; DESTDIR= stands before it
PREFIX  ?= $(or $(prefix),/usr/local)
DESTDIR ?=
#: CC=clang another compiler; CFLAGS, CPPFLAGS and LDFLAGS are added to what is used
CC      ?= cc
#: BUILD=release or debug, asan, ubsan, tsan, cov, fuzz: each has its own folder and programs
BUILD   ?= release

# Everything of one build lives in one folder; the programs stand at the top: ./panj, ./panj-asan, ...
OUT    := build/$(BUILD)
SUFFIX := $(if $(filter-out release,$(BUILD)),-$(BUILD))
PANJ   := panj$(SUFFIX)

# $(1) ?= $(call once,$(1),...) asks the shell or the compiler when it is first wanted and not again; likewise have.
once = $(eval $(1) := $(2))$($(1))

#: JOBS=N so many at once, in building and in testing (as many as there are cores)
export JOBS ?= $(call once,JOBS,$(shell nproc 2>/dev/null || echo 1))
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(JOBS)
endif

# ---- flags ----------------------------------------------------------------------------------------------------
# A newer x86 has bit counting in hardware; take it where this machine has it.
#: ARCH= programs for any machine: without it they need one like this (-march=x86-64-v3 where it is one)
ARCH ?= $(call once,ARCH,$(shell grep -qw bmi2 /proc/cpuinfo 2>/dev/null && grep -qw avx2 /proc/cpuinfo && \
                $(CC) -march=x86-64-v3 -E -x c /dev/null >/dev/null 2>&1 && echo -march=x86-64-v3))

# Two warnings of clang are about nothing: assert(!"why") says that a line is never reached, and a loop that a
# sanitizer keeps scalar is no fault.
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wstrict-prototypes \
            -Wmissing-prototypes -Wvla -Werror -Wno-string-conversion -Wno-pass-failed
MODE_release := -O3
MODE_debug   := -O0 -g
MODE_asan    := -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
MODE_ubsan   := -O1 -g1 -fsanitize=undefined -fno-sanitize-recover=all
MODE_tsan    := -O1 -g1 -fsanitize=thread
MODE_cov     := -O0 -g --coverage
MODE_fuzz    := -O1 -g1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all

INCLUDES     := -Isrc -Itests -I.
CPPFLAGS_ALL := $(INCLUDES) -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -DPANJ_VERSION='"$(VERSION)"' $(CPPFLAGS)
CFLAGS_ALL   := -std=c11 -fno-strict-aliasing -ffp-contract=off -pthread $(WARNINGS) $(MODE_$(BUILD)) $(ARCH) $(CFLAGS)
LDFLAGS_ALL  := -pthread $(filter -fsanitize% --coverage,$(MODE_$(BUILD))) $(LDFLAGS)

# 1 if a program that includes <$(1)> compiles and links with $(2).
hash := \#
have = $(if $(filter undefined,$(origin have-$(1))),$(eval have-$(1) := $(call try,$(1),$(2))))$(have-$(1))
try  = $(shell printf '$(hash)include <stdio.h>\n$(hash)include <$(1)>\nint main(void){return 0;}\n' | \
               $(CC) -x c - $(2) -o /dev/null 2>/dev/null && echo 1)

# readline is used when its headers are there.
#: READLINE=0 no editing, history and completion at the prompt; the binary is MIT alone
READLINE ?= $(call have,readline/readline.h,-lreadline)
ifeq ($(READLINE),1)
CPPFLAGS_ALL += -DPANJ_READLINE
LIBS_PANJ    := -lreadline
endif

# A line for each thing that is made; with -s none.
#: V=1 show the commands
ifeq ($(V)$(findstring s,$(filter-out --%,$(firstword -$(MAKEFLAGS)))),)
made = @echo '  $(1)  $(or $(2),$@)';
else
made = $(if $(V),,@)
endif

# ---- what is built of what ------------------------------------------------------------------------------------
objects = $(patsubst %.c,$(OUT)/%.o,$(wildcard $(1)))

ENGINE_C := $(filter-out src/main.c,$(wildcard src/*.c src/*/*.c src/*/*/*.c protocol/*.c adapters/console/*.c))
ENGINE_O := $(ENGINE_C:%.c=$(OUT)/%.o)
GAMES    := $(patsubst src/games/%/,%,$(sort $(wildcard src/games/*/)))

# Each other folder of adapters/ with C in it is a program ./panj-<folder>, built when its library is there.
HEADER_referee := sqlite3.h
LIBS_referee   := -lsqlite3
HEADER_gems    := jansson.h
LIBS_gems      := -ljansson
HEADER_web     := libwebsockets.h
LIBS_web       := -lwebsockets
HEADER_jail    := linux/landlock.h

# panj-campaign is built in any case; without hiredis it has no queue and says so.
#: HIREDIS=0 no queue
HIREDIS ?= $(call have,hiredis/hiredis.h,-lhiredis)
ifeq ($(HIREDIS),1)
CPPFLAGS_ALL += -DPANJ_HIREDIS
LIBS_campaign := -lhiredis
LIBS_referee  += -lhiredis
endif

#: TLS=0 no rediss://
TLS ?= $(and $(HIREDIS),$(call have,openssl/ssl.h,-lssl -lcrypto))
ifeq ($(TLS),1)
CPPFLAGS_ALL += -DPANJ_TLS
LIBS_campaign += -lssl -lcrypto
LIBS_referee  += -lssl -lcrypto
endif

#: SQLITE=0 no matches in panj-web
SQLITE ?= $(call have,sqlite3.h,-lsqlite3)
ifeq ($(SQLITE),1)
CPPFLAGS_ALL += -DPANJ_SQLITE
LIBS_web     += -lsqlite3
endif

# An adapter whose library is missing is left out, and so are its tests, test_<folder>_*.c and fuzz_<folder>_*.c.
buildable = $(if $(HEADER_$(1)),$(if $(call have,$(HEADER_$(1)),$(LIBS_$(1))),$(1)),$(1))
PYTHON   := $(shell command -v python3 2>/dev/null)
FOLDERS  := $(filter-out console wire,$(sort $(patsubst adapters/%/,%,$(dir $(wildcard adapters/*/*.c)))))
ADAPTERS := $(foreach folder,$(FOLDERS),$(call buildable,$(folder)))
PROGRAMS := $(PANJ) $(ADAPTERS:%=panj-%$(SUFFIX)) $(if $(PYTHON),panj-conform panj-class)
WIRE     := $(if $(wildcard adapters/wire/*.c),$(OUT)/wire.a)

LIBRARIES := $(OUT)/support.a $(OUT)/engine.a
LEFT_OUT  := $(filter-out $(ADAPTERS),$(FOLDERS))
TESTS     := $(filter-out $(LEFT_OUT:%=$(OUT)/tests/test_%_%),\
               $(patsubst tests/unit/%.c,$(OUT)/tests/%,$(wildcard tests/unit/test_*.c)))
FAULTS    := $(patsubst tests/faults/%.c,$(OUT)/faults/%,$(wildcard tests/faults/*.c))
TARGETS   := $(filter-out fuzz_fen $(LEFT_OUT:%=fuzz_%_%),$(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/fuzz_*.c))) \
             $(if $(wildcard tests/fuzz/fuzz_fen.c),$(GAMES:%=fuzz_fen_%))
REPLAYS   := $(TARGETS:%=$(OUT)/tests/replay_%)
SOURCES   := $(wildcard src/*.[ch] src/*/*.[ch] src/*/*/*.[ch] protocol/*.[ch] adapters/*/*.[ch] tests/*/*.[ch])
SCRIPTS   := .ci/run tests/run tests/need tests/layers tests/fuzz/run tests/example/lay

# The files of a page, adapters/<folder>/page/*, are part of that program.
EMBEDDED := $(wildcard adapters/*/page/*)
parts     = $(call objects,adapters/$(1)/*.c) $(patsubst %,$(OUT)/%.o,$(filter adapters/$(1)/page/%,$(EMBEDDED)))

all: $(PROGRAMS) ## build ./panj and every other program whose libraries are there
	@: $(foreach word,$(MISSING),; echo "left out: $(subst ~, ,$(word))" >&2)

# What a library that is missing takes away, and the package of Debian that brings it.
PACKAGE_referee := libsqlite3-dev
PACKAGE_gems    := libjansson-dev
PACKAGE_web     := libwebsockets-dev
PACKAGE_jail    := linux-libc-dev
MISSING := $(foreach folder,$(LEFT_OUT),panj-$(folder)~(apt~install~$(PACKAGE_$(folder)))) \
           $(if $(SQLITE),,matches~in~panj-web~(apt~install~libsqlite3-dev)) \
           $(if $(HIREDIS),,the~queue~of~panj-campaign~(apt~install~libhiredis-dev)) \
           $(if $(TLS),,TLS~to~a~queue~(apt~install~libssl-dev)) \
           $(if $(READLINE),,history~and~completion~at~the~prompt~(apt~install~libreadline-dev)) \
           $(if $(PYTHON),,panj-conform~and~panj-class~(apt~install~python3))

$(PANJ): $(OUT)/src/main.o $(OUT)/engine.a $(WIRE)
	$(call made,LD)$(CC) $(LDFLAGS_ALL) $^ $(LIBS_PANJ) -lm -o $@

define adapter
panj-$(1)$(SUFFIX): $(call parts,$(1)) $(WIRE)
	$$(call made,LD)$$(CC) $$(LDFLAGS_ALL) $$^ $(LIBS_$(1)) -lm -o $$@
$(OUT)/$(1).a: $(filter-out $(OUT)/adapters/$(1)/main.o,$(call parts,$(1)))
$(filter $(OUT)/tests/test_$(1)_%,$(TESTS)): $(OUT)/$(1).a
$(filter $(OUT)/tests/test_$(1)_%,$(TESTS)): LIBS_TEST := $(LIBS_$(1))
$(patsubst %,$(OUT)/tests/replay_%,$(filter fuzz_$(1)_%,$(TARGETS))): $(OUT)/$(1).a $(WIRE)
$(patsubst %,$(OUT)/%,$(filter fuzz_$(1)_%,$(TARGETS))): $(OUT)/$(1).a $(WIRE)
$(patsubst %,$(OUT)/tests/replay_%,$(filter fuzz_$(1)_%,$(TARGETS))): LIBS_TEST := $(LIBS_$(1))
$(patsubst %,$(OUT)/%,$(filter fuzz_$(1)_%,$(TARGETS))): LIBS_TEST := $(LIBS_$(1))
endef
$(foreach folder,$(ADAPTERS),$(eval $(call adapter,$(folder))))

$(OUT)/engine.a: $(ENGINE_O)
$(OUT)/support.a: $(filter-out %/filter.o,$(call objects,tests/naive/*.c tests/support/*.c))
panj-conform: adapters/conform/conform.py
	@sed 's/@VERSION@/$(VERSION)/' $< >$@ && chmod 755 $@

# A folder of Python as one file that runs, its code compiled: it is started for every game.
panj-class: $(wildcard adapters/class/panj_class/*.py) adapters/python/panj.py
	@rm -rf build/class && mkdir -p build/class/panj_class && cp $^ build/class/panj_class
	@sed -i 's/@VERSION@/$(VERSION)/' build/class/panj_class/__init__.py
	@python3 -m compileall -q -b build/class
	@python3 -m zipapp build/class -m panj_class.main:main -p '/usr/bin/env python3' -o $@

$(OUT)/wire.a: $(call objects,adapters/wire/*.c)
$(OUT)/%.a:
	@rm -f $@
	$(call made,AR)$(AR) rcs $@ $^

$(OUT)/%.o: %.c $(OUT)/flags
	@mkdir -p $(@D)
	$(call made,CC,$<)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -MMD -MP -c $< -o $@

# A file of a page becomes an array of its bytes and a zero: adapters/referee/page/viewer.js is page_viewer_js.
array = page_$(subst .,_,$(notdir $<))
$(EMBEDDED:%=$(OUT)/%.o): $(OUT)/%.o: % $(OUT)/flags
	@mkdir -p $(@D)
	@{ printf 'extern const char $(array)[];\nconst char $(array)[] = {\n'; od -An -v -td1 $< | sed 's/[-0-9]\{1,\}/&,/g'; \
	  printf '0};\n'; } >$(@:.o=.c)
	$(call made,CC,$<)$(CC) $(CFLAGS_ALL) -w -c $(@:.o=.c) -o $@

# --version says the commit too; what says it is compiled again when that changes, and nothing else.
MAINS := $(OUT)/src/main.o $(ADAPTERS:%=$(OUT)/adapters/%/main.o)
$(MAINS): $(OUT)/commit
$(MAINS): private CPPFLAGS_ALL += -DPANJ_VERSION_LONG='"$(VERSION)$(if $(COMMIT), ($(COMMIT)))"'
$(OUT)/commit: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' '$(VERSION) $(COMMIT)' | cmp -s - $@ || printf '%s\n' '$(VERSION) $(COMMIT)' >$@

# Other flags or another compiler: everything is compiled again.
$(OUT)/flags: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' "$(CC) $(subst ",,$(CPPFLAGS_ALL) $(CFLAGS_ALL) $(LDFLAGS_ALL))" | cmp -s - $@ || \
	 printf '%s\n' "$(CC) $(subst ",,$(CPPFLAGS_ALL) $(CFLAGS_ALL) $(LDFLAGS_ALL))" >$@

-include $(shell find $(OUT) -name '*.d' 2>/dev/null)

# ---- the page on any static host, the engine within it --------------------------------------------------------
SITE    := build/site
EMCC    := $(shell command -v emcc 2>/dev/null)
WASM_C  := $(filter-out src/main.c protocol/pipe.c protocol/reader.c protocol/writer.c,\
             $(wildcard src/*.c src/*/*.c src/*/*/*.c protocol/*.c)) adapters/web/wasm/engine.c
EMFLAGS := -std=gnu11 -O3 -msimd128 -pthread -fno-strict-aliasing -ffp-contract=off -Isrc -I. \
           -DPANJ_VERSION='"$(VERSION)"' -sMODULARIZE -sEXPORT_NAME=panjEngine -sPTHREAD_POOL_SIZE=4 \
           -sINITIAL_MEMORY=64MB -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=2GB \
           -Wno-pthreads-mem-growth -sEXPORTED_FUNCTIONS=_malloc,_free -sEXPORTED_RUNTIME_METHODS=lengthBytesUTF8,stringToUTF8

site: ## the page and the engine as WebAssembly in build/site, for any static host (needs emcc)
	@$(call need,emscripten:emcc)
	@$(MAKE) $(SITE)/engine.js $(SITE_FILES:%=$(SITE)/%)

SITE_FILES := worker.js isolate.js $(notdir $(wildcard adapters/web/page/*))
$(SITE)/engine.js: $(WASM_C) $(wildcard src/*.h src/*/*.h src/*/*/*.h protocol/*.h protocol/*.def)
	@mkdir -p $(SITE)
	$(call made,EM)NODE_PATH=/usr/share/nodejs emcc $(EMFLAGS) $(WASM_C) -o $@ # Debian's acorn, for a node that is not Debian's
$(SITE)/%: adapters/web/wasm/%
	@mkdir -p $(SITE) && cp $< $@
$(SITE)/%: adapters/web/page/%
	@mkdir -p $(SITE) && cp $< $@

# ---- tests ----------------------------------------------------------------------------------------------------
# PANJ_TEST_SCALE multiplies how much random play the tests do (fractions are allowed); below 1 some take a sample of
# their cases. make test has half, make check-long four times as much.
# PANJ tells the tests which binary to talk to.
# FAULTS is where the engines that misbehave are.
# SIMULATE is where the simulators are, if they are built.
RUN_TESTS = JOBS=$(JOBS) PANJ=./$(PANJ) FAULTS=$(OUT)/faults SIMULATE=$(if $(SIMULATORS),$(OUT)/simulate) tests/run

FILTER := $(OUT)/tests/support/filter.o
$(OUT)/tests/%: $(OUT)/tests/unit/%.o $(FILTER) $(LIBRARIES) $(WIRE)
	@mkdir -p $(@D)
	$(call made,LD)$(CC) $(LDFLAGS_ALL) $(LDFLAGS_TEST) -Wl,--start-group $^ -Wl,--end-group $(LIBS_PANJ) $(LIBS_TEST) -lcmocka -lm -o $@

# The example of the client library sees the header as it is installed.
EXAMPLE := $(if $(WIRE),$(OUT)/example)
$(EXAMPLE): adapters/wire/example/play.c adapters/wire/wire.h $(WIRE)
	@mkdir -p $(OUT)/include/panj
	@cp adapters/wire/wire.h $(OUT)/include/panj/
	$(call made,LD)$(CC) -I$(OUT)/include $(CFLAGS_ALL) $(LDFLAGS_ALL) $< $(WIRE) -o $@

# An engine that misbehaves, in one file.
$(OUT)/faults/%: $(OUT)/tests/faults/%.o
	@mkdir -p $(@D)
	$(call made,LD)$(CC) $(LDFLAGS_ALL) $^ -lm -o $@

# This one counts what is allocated.
$(OUT)/tests/test_properties: LDFLAGS_TEST := -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc

# A fuzz target, linked with a main that replays its corpus.
$(OUT)/tests/replay_%: $(OUT)/tests/fuzz/%.o $(OUT)/tests/fuzz/replay.o $(LIBRARIES)
	@mkdir -p $(@D)
	$(call made,LD)$(CC) $(LDFLAGS_ALL) $^ $(LIBS_PANJ) $(LIBS_TEST) -lm -o $@

# The same target, linked with libFuzzer.
$(OUT)/fuzz_%: $(OUT)/tests/fuzz/fuzz_%.o $(LIBRARIES)
	$(call made,LD)$(CC) $(LDFLAGS_ALL) -fsanitize=fuzzer $^ $(LIBS_PANJ) $(LIBS_TEST) -lm -o $@

# One FEN target a game, of one source.
$(OUT)/tests/fuzz/fuzz_fen_%.o: tests/fuzz/fuzz_fen.c $(OUT)/flags
	@mkdir -p $(@D)
	$(call made,CC,$<)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -DFUZZ_GAME='"$*"' -MMD -MP -c $< -o $@

# Many processors and machines in virtual time, by the prover's and the campaign's own code.
SIMULATORS := $(if $(filter release,$(BUILD)),$(addprefix $(OUT)/simulate/,list machines threads))
$(OUT)/simulate/threads $(OUT)/simulate/machines: $(OUT)/tests/simulate/crowd.o
$(OUT)/simulate/machines: $(OUT)/tests/simulate/told.o
$(OUT)/simulate/%: $(OUT)/tests/simulate/%.o $(OUT)/campaign.a $(LIBRARIES) $(WIRE)
	@mkdir -p $(@D)
	$(call made,LD)$(CC) $(LDFLAGS_ALL) $(LDFLAGS_TEST) -Wl,--start-group $^ -Wl,--end-group $(LIBS_PANJ) $(LIBS_campaign) -lm -o $@
$(OUT)/simulate/threads $(OUT)/simulate/machines: LDFLAGS_TEST := -Wl,--wrap=pthread_create,--wrap=pthread_join,--wrap=konane_proof_table_store,--wrap=konane_endgame_solve
$(OUT)/simulate/machines: LDFLAGS_TEST += -Wl,--wrap=konane_proof_table_find

simulate: $(SIMULATORS) ## proofs and lists on 2 to 4096 cores, in virtual time (minutes)
	@for part in threads machines; do $(OUT)/simulate/$$part; done && $(OUT)/simulate/list tests/bench/results/hand-deals.md

$(OUT)/write_playthrough: $(OUT)/tests/playthroughs/write.o $(LIBRARIES)
	$(call made,LD)$(CC) $(LDFLAGS_ALL) $^ $(LIBS_PANJ) -lm -o $@

new-game: ## lay the files of a new game: make new-game NAME=word
	@tests/example/lay "$(NAME)"

# SKIP="test_a test_b" leaves those out.
skipped = $(filter $(SKIP),$(basename $(1)))
UNIT := $(foreach test,$(TESTS) $(REPLAYS),$(if $(call skipped,$(notdir $(test))),,$(test)))

unit: $(PROGRAMS) $(UNIT) $(FAULTS) $(EXAMPLE) $(SIMULATORS) ## the unit tests and the replayed fuzz corpus (BUILD=asan: under that sanitizer)
	@$(RUN_TESTS) $(UNIT) $(PYTHON_TESTS) $(PAGE_TESTS)

# The Python adapters are tested where there is a Python; they talk to the binary, whichever build it is. They add no
# thread to it, so TSan does without them.
PYTHON_TESTS := $(if $(filter-out tsan,$(BUILD)),$(if $(PYTHON),$(foreach test,$(wildcard tests/python/test_*.py),\
                  $(if $(call skipped,$(notdir $(test))),,"python3 $(test)"))))

# The page in a real browser, where there is one and its packages: a short part here, all of it in make check.
CHROMIUM   := $(and $(filter web,$(ADAPTERS)),$(filter release,$(BUILD)),$(wildcard /usr/bin/chromium),$(wildcard adapters/web/source/node_modules/axe-core))
PAGE_TESTS := $(if $(CHROMIUM),$(if $(call skipped,test_page),,"node tests/page/page.js"))

# make t=fen runs tests/unit/test_fen.c or tests/python/test_fen.py, make t=who_cannot_move_loses that case alone;
# * stands for anything.
ifdef t
.DEFAULT_GOAL := one
ONE_PYTHON  := $(wildcard tests/python/test_$(t).py tests/python/$(t).py)
ONE_PROGRAM := $(filter %/test_$(t) %/$(t),$(TESTS) $(REPLAYS))
ONE_CASE    := $(if $(ONE_PYTHON)$(ONE_PROGRAM),,$(patsubst tests/unit/%.c,$(OUT)/tests/%,\
                 $(shell grep -lE '(cmocka_unit_test[a-z_]*|TEST)\((test_)?$(subst *,[a-z0-9_]*,$(t))[,)]' tests/unit/*.c)))
endif
one: $(PROGRAMS) $(FAULTS) $(EXAMPLE) $(SIMULATORS) $(ONE_PROGRAM) $(ONE_CASE) ## one test program or one case: make t=fen, make t=who_cannot_move_loses
	@[ -n "$(ONE_PYTHON)$(ONE_PROGRAM)$(ONE_CASE)" ] || { echo "no test and no case of a test is called $(t)" >&2; exit 1; }
	@VERBOSE=1 $(if $(ONE_CASE),PANJ_TEST='*$(t)') $(RUN_TESTS) $(ONE_PROGRAM) $(ONE_CASE) $(ONE_PYTHON:%="python3 %")

test: ## install what tests need, build, run all tests (once built, a minute and a half on two cores)
	@$(call need,$(NEEDS_TEST))
	@PANJ_TEST_SCALE=$${PANJ_TEST_SCALE:-0.5} $(MAKE) unit

# Everything. Every step runs, also after one that failed.
CHECKS := check-long check-web check-asan check-tsan check-valgrind check-fuzz check-lint
check: ## random play four times as long, tests under ASan+UBSan, TSan and valgrind, fuzzing, lint (under half an hour)
	@$(call need,$(NEEDS_CHECK))
	@failed=; for step in $(CHECKS); do echo "== $$step"; began=$$(date +%s); \
	 $(MAKE) --no-print-directory $$step || failed="$$failed $$step"; echo "$$step took $$(($$(date +%s) - began)) s"; done; \
	 [ -z "$$failed" ] || { echo "failed:$$failed" >&2; exit 1; }

# What make test only samples.
LONG := test_properties test_methods test_duel_gems test_naive test_search test_rank test_solve_angry test_solve_hand test_solve_konane
LONG_PYTHON := test_campaign_queue test_conform test_web
check-long: $(LONG:%=$(OUT)/tests/%) | $(PROGRAMS)
	@PANJ_TEST_SCALE=4 $(RUN_TESTS) $^ $(if $(PYTHON),$(LONG_PYTHON:%="python3 tests/python/%.py"))

check-web: $(PROGRAMS)
	-@$(MAKE) $(PAGE_SOURCE)/node_modules
	@$(MAKE) site && $(MAKE) unit-web
unit-web: $(PROGRAMS)
	@SITE=$(SITE) $(RUN_TESTS) "python3 tests/python/test_wasm.py" $(if $(CHROMIUM),"node tests/page/page.js $(SITE)")

# A sanitizer sees nothing of these: they try what is written in Python; and TSan nothing where nobody begins a thread.
OF_PYTHON     := $(addprefix test_,adapters class class_parts examples house run scene)
OF_ONE_THREAD := $(notdir $(REPLAYS)) $(addprefix test_,angry base campaign_graph campaign_parts court_hand duel_gems fen gems \
                   gems_parts hand konane konane_seed limits monopoly naive pattern_konane perft picture playthroughs properties \
                   random_maps referee_faults referee_match referee_parts referee_stats slips_gems solve_gems strategy_konane \
                   tables textbook web_parts)
check-asan: $(PROGRAMS) # the programs beside it look for panj
	@PANJ_TEST_SCALE=0.25 $(MAKE) BUILD=asan SKIP="$(OF_PYTHON)" unit
check-tsan: $(PROGRAMS)
	@PANJ_TEST_SCALE=0.1 $(MAKE) BUILD=tsan SKIP="$(OF_ONE_THREAD)" unit
VALGRIND := valgrind --quiet --error-exitcode=99 --leak-check=full
check-valgrind: $(PROGRAMS) $(TESTS) $(REPLAYS)
	@PANJ_TEST_SCALE=0.002 TEST_WITH="$(VALGRIND)" $(RUN_TESTS) $(filter %/test_base %/test_fen %/test_properties,$(TESTS)) $(REPLAYS)
check-fuzz:
	@$(MAKE) fuzz FUZZ_TIME=10
check-lint:
	@tests/run $(LINT:%="$(MAKE) -s %")

FUZZ_TIME ?= 600
fuzz: ## fuzz every target FUZZ_TIME=600 seconds with libFuzzer; what crashes is left in build/fuzz
	@$(call need,$(NEEDS_FUZZ))
	@$(MAKE) CC=clang BUILD=fuzz fuzz-all

fuzz-all: $(TARGETS:%=$(OUT)/%)
	@tests/run $(foreach target,$(TARGETS),"tests/fuzz/run $(OUT)/$(target) $(FUZZ_TIME)")

asan ubsan tsan: ## build ./panj-asan, ./panj-ubsan or ./panj-tsan
	@$(MAKE) BUILD=$@ all

cov: ## line coverage of src/ and protocol/ by the tests
	@$(call need,$(NEEDS_COV))
	@find build/cov -name '*.gcda' -delete 2>/dev/null || true
	-@PANJ_TEST_SCALE=0.1 $(MAKE) BUILD=cov unit
	@gcovr --root . --filter src/ --filter protocol/ --object-directory build/cov --txt build/cov/report.txt --print-summary
	@cat build/cov/report.txt

# ---- speed ----------------------------------------------------------------------------------------------------
SIGNATURE := tests/bench/signature.txt
SIGNED     = sed -n 's/^bench \([a-z]*\) nodes \([0-9]*\) .*/\1 \2/p'
bench: $(PANJ) ## node counts of a fixed set of searches beside the signed ones, the same on every machine, and their speed
	@./$(PANJ) bench | tee $(OUT)/bench.txt
	@$(SIGNED) $(OUT)/bench.txt | diff $(SIGNATURE) - && echo "as signed in $(SIGNATURE)"

sign: $(PANJ) ## write the node counts of bench down; the commit that changes them says why
	@./$(PANJ) bench | $(SIGNED) >$(SIGNATURE)
	@git --no-pager diff --stat $(SIGNATURE) 2>/dev/null || true

pace: $(PROGRAMS) $(OUT)/calibrate ## proof times, perft, bench, referee, start-up as ratios, beside those recorded (RECORD=1)
	@tests/bench/pace ./$(PANJ) ./panj-referee$(SUFFIX) $(OUT)/calibrate "$(RECORD)"

$(OUT)/calibrate: $(OUT)/tests/bench/calibrate.o $(LIBRARIES)
	$(call made,LD)$(CC) $(LDFLAGS_ALL) $^ $(LIBS_PANJ) -lm -o $@

perft: $(OUT)/perft_speed ## leaves per CPU second of each game beside its naive twin
	@$<

$(OUT)/perft_speed: $(OUT)/tests/bench/perft_speed.o $(LIBRARIES)
	$(call made,LD)$(CC) $(LDFLAGS_ALL) $^ $(LIBS_PANJ) -lm -o $@

levels: $(OUT)/levels ## each level of weaker play against the one below it, percent of the points (PAIRS=50 of games; minutes)
	@for start in "6 konane" "deals hand" "4 gems map=duel players=2 turns=30" "4 angry" "4 monopoly"; do echo "$$start"; $< $(PAIRS) $$start; done

PAIRS ?= 50
$(OUT)/levels: $(OUT)/tests/bench/levels.o $(LIBRARIES)
	$(call made,LD)$(CC) $(LDFLAGS_ALL) $^ $(LIBS_PANJ) -lm -o $@

growth: $(OUT)/konane_growth ## the work of Konane's proofs by the stones that are left (MIB=1024 OPENED=10 million of a position; an hour)
	@$< $(MIB) $(OPENED) <tests/bench/konane-good.txt

MIB ?= 1024
OPENED ?= 10
$(OUT)/konane_growth: $(OUT)/tests/bench/konane_growth.o $(LIBRARIES)
	$(call made,LD)$(CC) $(LDFLAGS_ALL) $^ $(LIBS_PANJ) -lm -o $@

$(OUT)/hand_check: $(OUT)/tests/bench/hand_check.o $(LIBRARIES)
	$(call made,LD)$(CC) $(LDFLAGS_ALL) $^ $(LIBS_PANJ) -lm -o $@

monopoly: $(OUT)/monopoly_match ## Monopoly's exact play against the original agent and a random player (8 GiB, minutes)
	@$<

$(OUT)/monopoly_match: $(OUT)/tests/bench/monopoly_match.o $(LIBRARIES)
	$(call made,LD)$(CC) $(LDFLAGS_ALL) $^ $(LIBS_PANJ) -lm -o $@

SLIPS ?= 400 5000000 map=orchard
gems-slips: $(OUT)/gems_slips ## Gems with slips: means of many games, panj beside a greedy player (SLIPS="GAMES NODES map=NAME")
	@$< $(SLIPS)

$(OUT)/gems_slips: $(OUT)/tests/bench/gems_slips.o $(LIBRARIES)
	$(call made,LD)$(CC) $(LDFLAGS_ALL) $^ $(LIBS_PANJ) -lm -o $@

SEED ?= 1
konane-patterns: $(OUT)/konane_patterns ## fit the weights of Konane's patterns anew (minutes) and write them to src/games/konane
	@$< $(SEED) >$(OUT)/pattern_weights.h && mv $(OUT)/pattern_weights.h src/games/konane/pattern_weights.h
	@$(MAKE) konane-windows
konane-windows: $(OUT)/konane_windows ## lay the same weights out anew for the evaluation (after a fit it is done by itself)
	@$< >$(OUT)/window_sums.h && mv $(OUT)/window_sums.h src/games/konane/window_sums.h

# Hand's evaluation: positions are solved (a quarter of an hour for 8000 deals), then the net is fitted (seconds).
DEALS ?= 8000
hand-net: $(OUT)/hand_labels $(OUT)/hand_net ## fit Hand's evaluation anew (minutes) and write it to src/games/hand
	@$(OUT)/hand_labels $(DEALS) 1 >$(OUT)/hand-fit.txt && $(OUT)/hand_labels $$(($(DEALS) / 8)) 2 >$(OUT)/hand-held.txt
	@$(OUT)/hand_net $(OUT)/hand-fit.txt $(OUT)/hand-held.txt >$(OUT)/net_weights.h && \
	 mv $(OUT)/net_weights.h src/games/hand/net_weights.h

# The order of moves in Hand's proofs (a minute).
hand-order: $(OUT)/hand_order ## fit the order in which Hand's prover tries moves anew (minutes) and write it to src/games/hand
	@$< 3000 $(SEED) >$(OUT)/order_weights.h && mv $(OUT)/order_weights.h src/games/hand/order_weights.h

$(OUT)/hand_labels $(OUT)/hand_net $(OUT)/hand_order: $(OUT)/%: $(OUT)/tests/fit/%.o $(LIBRARIES)
	$(call made,LD)$(CC) $(LDFLAGS_ALL) $^ $(LIBS_PANJ) -lm -o $@

$(OUT)/konane_patterns $(OUT)/konane_windows: $(OUT)/%: $(OUT)/tests/fit/%.o $(LIBRARIES)
	$(call made,LD)$(CC) $(LDFLAGS_ALL) $^ $(LIBS_PANJ) -lm -o $@

# ---- style ----------------------------------------------------------------------------------------------------
LINT := layers lint-format lint-cppcheck lint-tidy lint-sh lint-js
lint: $(LINT) ## the layers, the format, cppcheck, clang-tidy, shellcheck, the syntax of the pages' scripts

lint-format:
	@clang-format --dry-run -Werror $(SOURCES)

lint-cppcheck:
	@cppcheck --quiet --std=c11 --inline-suppr --error-exitcode=1 --enable=warning,performance,portability \
	          --suppress=uninitvar --suppress=ctuuninitvar --suppress=uninitStructMember --suppress=arrayIndexThenCheck \
	          -j $(JOBS) $(INCLUDES) $(wildcard src protocol adapters tests)

lint-tidy:
	@printf '%s\n' $(filter %.c,$(SOURCES)) | \
	 xargs -P $(JOBS) -n 4 sh -c 'clang-tidy --quiet "$$@" -- -std=c11 $(CPPFLAGS_TIDY) 2>/dev/null' tidy

CPPFLAGS_TIDY := $(INCLUDES) -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -DPANJ_READLINE -DPANJ_SQLITE -DPANJ_VERSION=\"\" -DPANJ_VERSION_LONG=\"\" \
                 -DFUZZ_GAME=\"konane\"

lint-sh:
	@shellcheck $(SCRIPTS) && shellcheck --shell=bash adapters/console/completion.bash

lint-js: $(filter %.js,$(EMBEDDED))
	@$(foreach script,$^,node --check $(script) &&) :

fmt: ## format all sources
	@clang-format -i $(SOURCES)

layers: $(filter $(OUT)/src/%,$(ENGINE_O)) ## nobody includes a header of a floor above; src has no global state
	@tests/layers $^

inspect: $(PANJ) ## sizes of functions, asserts, prefixes, doubled tags: what an inspection of the house counts
	@tests/inspect

# ---- using it -------------------------------------------------------------------------------------------------
# The engine gets this terminal or pipe; whatever building has to say goes to stderr.
run: ## install what building needs, build, start the engine (ARGS="...")
	@{ $(call need,$(NEEDS_RUN)); $(MAKE) -s all; } </dev/null >&2 && exec ./$(PANJ) $(ARGS)

web: ## install what building needs, build, serve the page and open the browser (ARGS="...")
	@{ $(call need,$(NEEDS_RUN) libwebsockets-dev:libwebsockets.h); $(MAKE) -s all; } </dev/null >&2 && exec ./panj-web$(SUFFIX) $(ARGS)

# What make page leaves in adapters/web/page is committed, so that building takes no npm.
PAGE_SOURCE := adapters/web/source
page: $(PAGE_SOURCE)/node_modules ## check and bundle the page's TypeScript (needs npm)
	@cd $(PAGE_SOURCE) && npm run --silent check && npm run --silent build
$(PAGE_SOURCE)/node_modules: $(PAGE_SOURCE)/package-lock.json
	@cd $(PAGE_SOURCE) && npm ci --silent --no-audit --no-fund --ignore-scripts && touch node_modules

install: all $(WIRE) ## install programs, man pages, the protocol, the client library and bash completion (PREFIX=/usr/local DESTDIR=)
	@install -d $(INSTALLED:%='$(DESTDIR)$(PREFIX)/%')
	install -m 755 $(PROGRAMS) '$(DESTDIR)$(PREFIX)/bin'
	install -m 644 $(PAGES) '$(DESTDIR)$(PREFIX)/share/man/man6'
	install -m 644 PROTOCOL.md '$(DESTDIR)$(PREFIX)/share/doc/panj'
	install -m 644 adapters/wire/wire.h '$(DESTDIR)$(PREFIX)/include/panj'
	install -m 644 $(WIRE) '$(DESTDIR)$(PREFIX)/lib/libpanj-wire.a'
	printf '%s\n' 'Name: panj-wire' 'Description: talk to an engine over lines' 'Version: $(VERSION)' \
	       'Cflags: -I$(PREFIX)/include' 'Libs: -L$(PREFIX)/lib -lpanj-wire' \
	       >'$(DESTDIR)$(PREFIX)/lib/pkgconfig/panj-wire.pc'
	install -m 644 adapters/console/completion.bash '$(DESTDIR)$(PREFIX)/share/bash-completion/completions/panj'
	for program in $(PROGRAMS:$(PANJ)=); do \
	  ln -sf panj '$(DESTDIR)$(PREFIX)/share/bash-completion/completions/'$$program; done

PAGES     := $(wildcard adapters/*/*.6)
INSTALLED := bin include/panj lib/pkgconfig share/doc/panj share/man/man6 share/bash-completion/completions

uninstall: ## remove what install put there, and folders that are empty then
	rm -f $(PROGRAMS:%='$(DESTDIR)$(PREFIX)/bin/%') $(patsubst %,'$(DESTDIR)$(PREFIX)/share/man/man6/%',$(notdir $(PAGES))) \
	      $(patsubst %,'$(DESTDIR)$(PREFIX)/%',include/panj/wire.h share/doc/panj/PROTOCOL.md lib/libpanj-wire.a lib/pkgconfig/panj-wire.pc \
	        $(patsubst %,share/bash-completion/completions/%,panj $(PROGRAMS)))
	@cd '$(DESTDIR)$(PREFIX)' && for folder in $(INSTALLED); do rmdir -p $$folder 2>/dev/null || :; done

clean: ## remove everything that was built
	rm -rf build panj panj-*

help: ## this list
	@sed -n 's/^\([a-z -]*\):.*## /\1\t/p' Makefile | awk -F '\t' '{ printf "  %-16s %s\n", $$1, $$2 }'
	@echo 'settings:' && sed -n 's/^#: \([A-Z]*=[^ ]*\) /\1\t/p' Makefile | awk -F '\t' '{ printf "  %-16s %s\n", $$1, $$2 }'

# ---- installing what is needed --------------------------------------------------------------------------------
# Pairs package:probe; the probe is a command, or a header. Only what is missing is installed.
NEEDS_RUN   := gcc:$(CC) libc6-dev:stdio.h libreadline-dev:readline/readline.h
NEEDS_TEST  := $(NEEDS_RUN) libcmocka-dev:cmocka.h libhiredis-dev:hiredis/hiredis.h libssl-dev:openssl/ssl.h redis-server:redis-server libsqlite3-dev:sqlite3.h libjansson-dev:jansson.h \
               libwebsockets-dev:libwebsockets.h \
               python3:python3
NEEDS_FUZZ  := $(NEEDS_RUN) clang:clang
NEEDS_COV   := $(NEEDS_TEST) gcovr:gcovr
NEEDS_CHECK := $(NEEDS_TEST) clang:clang clang-tidy:clang-tidy clang-format:clang-format cppcheck:cppcheck \
               valgrind:valgrind shellcheck:shellcheck nodejs:node emscripten:emcc chromium:chromium npm:npm
need = tests/need '$(CC)' $(1) </dev/null >&2

FORCE:
.SECONDARY:
.DELETE_ON_ERROR:
.PHONY: all simulate site web page unit-web unit one test new-game check $(CHECKS) $(LINT) bench sign pace perft levels monopoly growth gems-slips konane-patterns konane-windows hand-net hand-order asan ubsan tsan fuzz fuzz-all cov lint fmt inspect run install \
        uninstall clean help FORCE
