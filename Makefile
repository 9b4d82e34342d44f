# panj: `make help` lists the targets. `make` needs a C compiler alone.

VERSION := 0.1.0
PREFIX  ?= /usr/local
CC      ?= cc
BUILD   ?= release
PANJ    := panj$(if $(filter-out release,$(BUILD)),-$(BUILD))
OUT     := build/$(BUILD)

# ---- flags ----------------------------------------------------------------------------------------------------
# A newer x86 has bit counting in hardware; take it where this machine has it. ARCH= builds for any.
ARCH ?= $(shell grep -qw bmi2 /proc/cpuinfo 2>/dev/null && grep -qw avx2 /proc/cpuinfo && echo -march=x86-64-v3)

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wstrict-prototypes \
            -Wmissing-prototypes -Wvla -Werror
MODE_release := -O2
MODE_asan    := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
MODE_ubsan   := -O1 -g -fsanitize=undefined -fno-sanitize-recover=all
MODE_tsan    := -O1 -g -fsanitize=thread
MODE_cov     := -O0 -g --coverage
MODE_debug   := -O0 -g

CPPFLAGS_ALL := -Isrc -I. -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -DPANJ_VERSION='"$(VERSION)"' $(CPPFLAGS)
CFLAGS_ALL   := -std=c11 -fno-strict-aliasing -ffp-contract=off -pthread $(WARNINGS) $(MODE_$(BUILD)) $(ARCH) $(CFLAGS)
LDFLAGS_ALL  := -pthread $(filter -fsanitize% --coverage,$(MODE_$(BUILD))) $(LDFLAGS)

# readline is used when its headers are there; READLINE=0 leaves it out.
have = $(shell printf '\#include <stdio.h>\n\#include <$(1)>\nint main(void){return 0;}\n' | $(CC) -x c - $(2) -o /dev/null 2>/dev/null && echo 1)
READLINE ?= $(call have,readline/readline.h,-lreadline)
ifeq ($(READLINE),1)
CPPFLAGS_ALL += -DPANJ_READLINE
LIBS_PANJ    := -lreadline
endif

# ---- what is built of what ------------------------------------------------------------------------------------
ENGINE_C := $(filter-out src/main.c,$(wildcard src/*.c src/*/*.c src/*/*/*.c protocol/*.c adapters/console/*.c))
ENGINE_O := $(ENGINE_C:%.c=$(OUT)/%.o)
NAIVE_O  := $(patsubst %.c,$(OUT)/%.o,$(wildcard tests/naive/*.c tests/support/*.c))
TESTS    := $(patsubst tests/unit/%.c,$(OUT)/tests/%,$(wildcard tests/unit/test_*.c))

all: $(PANJ) ## build ./panj and every other program whose libraries are there

$(PANJ): $(OUT)/src/main.o $(ENGINE_O)
	$(CC) $(LDFLAGS_ALL) $^ $(LIBS_PANJ) -lm -o $@

$(OUT)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -MMD -MP -c $< -o $@

$(OUT)/tests/%: $(OUT)/tests/unit/%.o $(NAIVE_O) $(ENGINE_O)
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS_ALL) $^ $(LIBS_PANJ) -lcmocka -lm -o $@

-include $(shell find build -name '*.d' 2>/dev/null)

.SECONDARY:
.PHONY: all unit

unit: $(TESTS)
	@for test in $(TESTS); do $$test || exit 1; done
