/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A model of the event ring, for Spin. Each inline stands for the function of src/profiler/record/ that its comment
 * names. A step is one access to memory that another context can see. ring_replay.c runs the real code along the
 * runs of this model, and requires the same accesses with the same values in the same order.
 *
 * - A CPU has threads (level 0) and nested interrupts (levels 1 and 2). An interrupt begins between any two steps
 *   outside of masked sections. Threads of a CPU may be switched there, too.
 * - The lock of a ring masks interrupts and excludes other CPUs. Steps within a masked section stay separate if a
 *   context of another CPU that doesn't take the lock can see them.
 * - The reader takes no lock. Its copy of a sub-buffer has two steps, so a writer may change a sub-buffer meanwhile.
 *
 * A sub-buffer holds two records. Words are abstracted: a record is its number, or unfinished, or torn while it is
 * written. All records of the model have 7 words; those of even numbers are short (6 words of an event), those of
 * odd numbers are long (20 bytes of data).
 *
 * Times, ticks, filters and triggers aren't modelled.
 */

/* What is run; model.check sets these. */
#ifndef MODE
#define MODE STREAM
#endif
#ifndef MODES
#define MODES 1 /* CONFIG_TRACE_RING_MODES */
#endif
#ifndef RINGS
#define RINGS 1 /* rings: one for each CPU that records */
#endif
#ifndef FILL_FROM /* fewest and most records in ring 0 at the start */
#define FILL_FROM 0
#endif
#ifndef FILL_TO
#define FILL_TO 4
#endif
#ifndef BOTH
#define BOTH 1 /* whether the first of them may be a long one, too */
#endif
#ifndef THREAD /* records of a thread of CPU 0, of a second one, and of an interrupt on each level */
#define THREAD 2
#endif
#ifndef SECOND
#define SECOND 0
#endif
#ifndef IRQ
#define IRQ 1
#endif
#ifndef NESTED
#define NESTED 0
#endif
#ifndef OTHER /* records of a thread of CPU 1 */
#define OTHER 0
#endif
#ifndef READS /* sub-buffers that the reader, a thread of READER_CPU, tries to take */
#define READS 2
#endif
#ifndef READER_CPU
#define READER_CPU 1
#endif
/* CPU and level of a context that stops and starts all rings, and of one that clears them. */
#ifdef STOPPED_BY
#define STOPPED 1
#else
#define STOPPED_BY 0, 0
#define STOPPED 0
#endif
#ifdef CLEARED_BY
#define CLEARED 1
#else
#define CLEARED_BY 0, 0
#define CLEARED 0
#endif

#ifndef LOCKERS
#define LOCKERS 1 /* whether contexts of another CPU change the ring */
#endif

#define STREAM    0
#define OVERWRITE 1
#define STOP      2

#define SUBS    2
#define UNITS   2
#define CPUS    2

/* Numbers of records: 0 to 3 for those at the start, then each writer's own. */
#define SECOND_FIRST (4 + 2 * THREAD)
#define IRQ_FIRST    (SECOND_FIRST + 2 * SECOND)
#define NESTED_FIRST (IRQ_FIRST + 2 * IRQ)
#define OTHER_FIRST  (NESTED_FIRST + 2 * NESTED)
#define RECORDS      (OTHER_FIRST + 2 * OTHER)

#define NONE 7    /* a pointer that is NULL */
#define OPEN 7    /* SPOOR_WIRE_SUBBUF_OPEN, read as a length */
#define BEYOND 15 /* a pointer past the records */

#define TORN       0
#define UNFINISHED 1
#define NO_RECORD  255
#define RECORD(n)  ((n) + 2)
#define LONG(n)    ((n) & 1)

/* -------- struct trace_ring, and the sub-buffers */
byte next[RINGS], open[RINGS] = NONE, closed[RINGS], readn[RINGS], changes[RINGS];
byte walk[RINGS], walk_end[RINGS];
byte dropped[RINGS], overwritten[RINGS], unrecorded[RINGS], cleared[RINGS];
bool limit[RINGS], paused[RINGS], held[RINGS];
byte number[RINGS * SUBS], used[RINGS * SUBS], pending[RINGS * SUBS];
byte records[RINGS * SUBS * UNITS];
byte losses[RINGS * 2]; /* trace_losses, of the short and of the long event */

/* -------- the CPUs */
byte level_of[CPUS];
bool masked[CPUS];

/* -------- what the properties need */
#define ABSENT    0
#define WHOLE     1
#define DELIVERED 2
#define LOST      3
byte fate[RECORDS];
byte emitted[RINGS], delivered[RINGS], forgotten[RINGS];
byte running;

#define SUB(r, s)    ((r) * SUBS + (s))
#define AT(r, s, n)  (((r) * SUBS + (s)) * UNITS + (n))
#define PLACE(s, n)  ((s) * 4 + (n)) /* a pointer to a record, for comparisons */
#define SLOT(n)      ((n) % SUBS)

/* The accesses and operations in the output of a run: A access, B begin, E end, D delivered, S start, F final counts. */
mtype = { at_lock, at_unlock, at_closed, at_copy_first, at_copy_last, at_header, at_load_closed, at_load_head, at_load_open, at_load_pending, at_load_read, at_load_used, at_load_walk, at_load_walk_end, at_losses, at_number, at_open, at_pending, at_rest, at_take, at_used, at_walk, at_walk_end };
mtype = { op_short, op_long, op_stop, op_start, op_clear, op_read };
#define P0(what)       printf("A %d %e\n", me, what)
#define P(what, value) printf("A %d %e %d\n", me, what, value)

/* A step outside of masked sections. */
#define STEP (level_of[cpu] == level && !masked[cpu]) ->
/* trace_lock(), joined with the first access under it: mask, then wait for the other CPUs. */
#define LOCK(r)   STEP masked[cpu] = true; !held[r]; held[r] = true; P0(at_lock)
/* trace_unlock(), joined with the last access under it. */
#define UNLOCK(r) held[r] = false; masked[cpu] = false; P0(at_unlock)

/*
 * Between two accesses that only a context of another CPU sees separately, and only before it takes the lock. Without
 * such a context they are one step.
 */
#if LOCKERS
#define SEEN_BY_LOCKERS } ; atomic {
#else
#define SEEN_BY_LOCKERS ;
#endif

#define EVICTS (MODE == OVERWRITE)

/* spoor_ring_lose() */
#define LOSE(count, r, n) count[r]++; losses[(r) * 2 + LONG(n)]++

/* spoor_ring_set_limit() */
#define SET_LIMIT(r) limit[r] = (open[r] != NONE && !paused[r])

/* spoor_ring_close(): ring.c */
inline ring_close(r, p)
{
    atomic {
        LOCK(r);
        ok = (p != NONE && open[r] == p);
        if
#ifdef BREAK_CLOSE /* publishes the sub-buffer before its length */
        :: ok -> closed[r]++; P(at_closed, closed[r])
#else
        :: ok -> used[SUB(r, p)] = next[r]; P(at_used, next[r])
#endif
        :: else -> UNLOCK(r)
        fi
    }
    if
    :: ok ->
#ifdef BREAK_CLOSE
        atomic { used[SUB(r, p)] = next[r]; P(at_used, next[r]) SEEN_BY_LOCKERS
#else
        atomic { closed[r]++; P(at_closed, closed[r]) SEEN_BY_LOCKERS
#endif
        open[r] = NONE; P(at_open, NONE); limit[r] = false; UNLOCK(r) }
    :: else
    fi;
    ok = false
}

/* claim_oldest(), take_oldest(): ring.c */
inline claim_oldest(r, closed_, read_)
{
    atomic { STEP end = used[SUB(r, SLOT(read_))]; P(at_load_used, end) }
    atomic {
        LOCK(r);
        ok = (closed[r] == closed_ && walk[r] >= walk_end[r]);
        if
        :: ok -> ok = (readn[r] == read_); readn[r] = (ok -> read_ + 1 : readn[r]); P(at_take, ok)
        :: else
        fi;
        if
        :: !ok -> UNLOCK(r)
        :: else -> assert(end <= UNITS)
        fi
    }
    if
    :: ok ->
        atomic {
            walk[r] = PLACE(SLOT(read_), 0); P(at_walk, walk[r])
            SEEN_BY_LOCKERS
            walk_end[r] = PLACE(SLOT(read_), end); P(at_walk_end, walk_end[r])
        }
        atomic { number[SUB(r, SLOT(read_))] = 0; P(at_number, 0) }
        atomic { pending[SUB(r, SLOT(read_))] = 0; P(at_pending, 0); changes[r]++; UNLOCK(r) }
    :: else
    fi;
    end = 0; ok = false
}

/* evict_claimed(), evict_record(): ring.c */
inline evict_claimed(r)
{
    do
    :: true ->
        atomic {
            LOCK(r);
            what = NO_RECORD;
            if
            :: walk[r] < walk_end[r] ->
                what = records[AT(r, walk[r] / 4, walk[r] % 4)];
                assert(what != TORN);
                if
                :: what != UNFINISHED ->
                    assert(fate[what - 2] == WHOLE);
                    fate[what - 2] = LOST;
                    LOSE(overwritten, r, what - 2)
                :: else
                fi
            :: else -> UNLOCK(r)
            fi
        }
        if
        :: what == NO_RECORD -> break
        :: else
        fi;
        atomic {
            end = walk[r] + 1;
#ifdef BREAK_WALK /* stores an end for a record of words first, in an eviction of data */
            walk[r] = (what != UNFINISHED && !LONG(what - 2) -> end : BEYOND); P(at_walk, walk[r])
            SEEN_BY_LOCKERS
#endif
            walk[r] = end; P(at_walk, walk[r]); end = 0; UNLOCK(r)
        }
    od;
    what = 0
}

/* make_room(): ring.c. Sets `again`. */
inline make_room(r, closed_)
{
    atomic { STEP a = closed[r]; P(at_load_closed, a) }
    atomic { STEP again = (a - readn[r] == SUBS && EVICTS); P(at_load_read, readn[r]); a = 0 }
    if
    :: again -> claim_oldest(r, closed_, (closed_ - SUBS))
    :: else
    fi;
    evict_claimed(r)
}

/* has_room(): ring.c. Sets `ok`. */
inline has_room(r)
{
    atomic { STEP a = walk[r]; P(at_load_walk, a) }
    atomic { STEP ok = (a >= walk_end[r]); P(at_load_walk_end, walk_end[r]); a = 0 }
    if
    :: ok ->
        atomic { STEP a = closed[r]; P(at_load_closed, a) }
        atomic { STEP ok = (a - readn[r] < SUBS); P(at_load_read, readn[r]); a = 0 }
    :: else
    fi
}

#define ROOM   0
#define FULL   1
#define CLOSED 2
#define PAUSED 3

/* take_snapshot(): ring.c */
inline take_snapshot(r)
{
    atomic {
        LOCK(r);
        f_open = open[r]; f_closed = closed[r]; f_changes = changes[r];
        if
        :: paused[r] -> unrecorded[r]++; f_state = PAUSED
        :: else ->
            if
            :: f_open == NONE -> f_state = CLOSED
            :: else -> f_state = (next[r] + 1 > UNITS -> FULL : ROOM)
            fi
        fi;
        UNLOCK(r)
    }
}

#define VALID(r) (open[r] == NONE && closed[r] == f_closed && changes[r] == f_changes)

/* prepare_head(), then open_subbuf(): ring.c */
inline open_subbuf(r)
{
    atomic {
        LOCK(r);
        ok = VALID(r);
        if
        :: ok -> number[SUB(r, SLOT(f_closed))] = 0; P(at_number, 0)
        :: else -> UNLOCK(r)
        fi
    }
    if
    :: ok ->
        atomic { used[SUB(r, SLOT(f_closed))] = OPEN; P(at_used, OPEN) }
        atomic { pending[SUB(r, SLOT(f_closed))] = 0; P(at_pending, 0); UNLOCK(r) }
    :: else
    fi;
    atomic {
        LOCK(r);
        ok = VALID(r);
        if
        :: ok -> number[SUB(r, SLOT(f_closed))] = f_closed + 1; P(at_number, f_closed + 1)
        :: else -> UNLOCK(r)
        fi
    }
    if
    :: ok -> atomic { open[r] = SLOT(f_closed); P(at_open, open[r]); next[r] = 0; UNLOCK(r) }
    :: else
    fi;
    ok = false
}

/* set_limits(): ring.c */
inline set_limits(r)
{
    atomic { LOCK(r); SET_LIMIT(r); UNLOCK(r) }
}

/* lose_or_stop(): ring.c. Sets `again`. */
inline lose_or_stop(r, n)
{
    atomic {
        LOCK(r);
        again = !VALID(r);
        if
        :: !again && MODE == STOP -> paused[r] = true; again = true
        :: !again && MODE != STOP -> LOSE(dropped, r, n)
        :: else
        fi;
        UNLOCK(r)
    }
}

/* spoor_ring_prepare(): ring.c. Sets `ok`. */
inline ring_prepare(r, n)
{
    do
    :: true ->
        take_snapshot(r);
        if
        :: f_state == ROOM -> set_limits(r); ok = true; break
        :: f_state == PAUSED -> ok = false; break
        :: f_state == FULL -> ring_close(r, f_open)
        :: else ->
#if MODES
            make_room(r, f_closed);
#endif
            if
            :: again
            :: else ->
                has_room(r);
                if
                :: ok -> open_subbuf(r)
                :: else ->
                    if
                    :: EVICTS
                    :: else ->
                        lose_or_stop(r, n);
                        if
                        :: again
                        :: else -> ok = false; break
                        fi
                    fi
                fi
            fi
        fi
    od;
    f_open = 0; f_closed = 0; f_changes = 0; f_state = 0; again = false
}

/* Sets `s` and `i` to the place of the next record. */
#define TAKES(r) (limit[r] && next[r] + 1 <= UNITS)

/* spoor_ring_put_words(): emit.c */
inline emit_short(r, n)
{
    do
    :: true ->
        atomic {
            LOCK(r);
            ok = TAKES(r);
            if
            :: ok -> i = AT(r, open[r], next[r]); records[i] = TORN; P0(at_header)
            :: else -> UNLOCK(r)
            fi
        }
        if
        :: ok ->
            atomic { records[i] = RECORD(n); fate[n] = WHOLE; P0(at_rest); next[r]++; UNLOCK(r); break }
        :: else
        fi;
        ring_prepare(r, n);
        if
        :: !ok -> break
        :: else
        fi
    od;
    i = 0; ok = false
}

/* fill() of some words: long_records.c. The last words have a point of their own. */
inline fill(r, last)
{
    atomic {
        LOCK(r);
        if
        :: number[SUB(r, s)] == u_number ->
            if
            :: records[i] != UNFINISHED -> records[i] = TORN /* the place is someone else's */
            :: else
            fi;
            if
            :: last -> P0(at_rest)
            :: else
            fi
        :: else
        fi;
        UNLOCK(r)
    }
}

/* trace_emit_bytes(), allocate(), finish(): long_records.c */
inline emit_long(r, n)
{
    do
    :: true ->
        atomic {
            LOCK(r);
            ok = TAKES(r);
            if
            :: ok -> s = open[r]; u_number = closed[r] + 1; i = AT(r, s, next[r]); records[i] = UNFINISHED; P0(at_header)
            :: else -> UNLOCK(r)
            fi
        }
        if
        :: ok -> atomic { next[r]++; pending[SUB(r, SLOT(closed[r]))]++; P(at_pending, pending[SUB(r, s)]); UNLOCK(r); break }
        :: else
        fi;
        ring_prepare(r, n);
        if
        :: !ok -> break
        :: else
        fi
    od;
    if
    :: ok ->
        fill(r, false);
        fill(r, true);
        atomic {
            LOCK(r);
            ok = (number[SUB(r, s)] == u_number);
            if
#ifdef BREAK_FINISH /* publishes the record before it is written */
            :: ok -> pending[SUB(r, s)]--; P(at_pending, pending[SUB(r, s)])
#else
            :: ok -> records[i] = (records[i] == UNFINISHED -> RECORD(n) : TORN); fate[n] = WHOLE; P0(at_header)
#endif
            :: else -> LOSE(overwritten, r, n); UNLOCK(r)
            fi
        }
        if
#ifdef BREAK_FINISH
        :: ok -> atomic { records[i] = (records[i] == UNFINISHED -> RECORD(n) : TORN); fate[n] = WHOLE; P0(at_header); UNLOCK(r) }
#else
        :: ok -> atomic { pending[SUB(r, s)]--; P(at_pending, pending[SUB(r, s)]); UNLOCK(r) }
#endif
        :: else
        fi
    :: else
    fi;
    s = 0; i = 0; u_number = 0; ok = false
}

/* An interrupt begins on its CPU, or a thread runs when there is none. */
#define BEGIN(name, arg)                                                            \
    atomic {                                                                        \
        if                                                                          \
        :: level == 0 && level_of[cpu] == 0 && !masked[cpu]                         \
        :: level_of[cpu] < level && !masked[cpu] ->                                 \
            before = level_of[cpu];                                                 \
            level_of[cpu] = level                                                   \
        fi;                                                                         \
        printf("B %d %d %e %d\n", me, cpu, name, arg)                               \
    }
#define END                                                                         \
    atomic {                                                                        \
        STEP level_of[cpu] = (level == 0 -> 0 : before);                            \
        before = 0;                                                                 \
        printf("E %d\n", me)                                                        \
    }

#define CONTEXT                                                                                       \
    byte a, i, s, end, what, before, f_open, f_closed, f_changes, f_state, u_number;                  \
    bool ok, again

/* Record `count` records, from number `first` on, short or long, in this CPU's ring. */
proctype writer(byte me; byte cpu; byte level; byte first; byte count)
{
    CONTEXT;

    do
    :: count == 0 -> break
    :: count > 0 ->
        if
        :: true
        :: !LONG(first) -> first++
        fi;
        if
        :: !LONG(first) ->
            BEGIN(op_short, first);
            emit_short(cpu, first)
        :: else ->
            BEGIN(op_long, first);
            emit_long(cpu, first)
        fi;
        atomic { emitted[cpu]++; first = first + 2 - LONG(first); count-- }
        END
    od;
    atomic { first = 0; running-- }
}

/* trace_rings_stop(true), then trace_rings_stop(false): setup.c */
proctype stopper(byte me; byte cpu; byte level)
{
    CONTEXT;
    byte r;

    BEGIN(op_stop, 0);
    for (r : 0 .. RINGS - 1) {
        atomic { LOCK(r); paused[r] = true; SET_LIMIT(r); UNLOCK(r) }
        atomic { STEP a = open[r]; P(at_load_open, a) }
        ring_close(r, a)
    }
    r = 0; a = 0;
    END;
    BEGIN(op_start, 0);
    for (r : 0 .. RINGS - 1) {
        atomic { LOCK(r); paused[r] = false; SET_LIMIT(r); UNLOCK(r) }
    }
    r = 0;
    END;
    running--
}

/* trace_rings_clear(), clear_ring(), spoor_ring_evict(), clear_subbuf(), forget_more_losses(): setup.c, ring.c */
proctype clearer(byte me; byte cpu; byte level)
{
    CONTEXT;
    byte r, last, b;

    BEGIN(op_clear, 0);
    for (r : 0 .. RINGS - 1) {
        atomic { STEP a = open[r]; P(at_load_open, a) }
        ring_close(r, a);
        atomic { STEP last = closed[r]; P(at_load_closed, last) }
        evict_claimed(r);
        do
        :: true ->
            atomic { STEP a = readn[r]; P(at_load_read, a) }
            if
            :: last <= a -> break
            :: else
            fi;
            atomic { STEP b = closed[r]; P(at_load_closed, b) }
            claim_oldest(r, b, a);
            evict_claimed(r)
        od;
        atomic {
            LOCK(r);
            changes[r]++;
            cleared[r] = cleared[r] + dropped[r] + overwritten[r];
            dropped[r] = 0; overwritten[r] = 0;
            UNLOCK(r)
        }
        atomic {
            LOCK(r);
            paused[r] = false;
            forgotten[r] = forgotten[r] + unrecorded[r]; unrecorded[r] = 0;
            UNLOCK(r)
        }
        for (s : 0 .. SUBS - 1) {
            atomic {
                LOCK(r);
                ok = (number[SUB(r, s)] <= last);
                if
                :: ok -> number[SUB(r, s)] = 0; P(at_number, 0)
                :: else -> UNLOCK(r)
                fi
            }
            if
            :: ok -> atomic { pending[SUB(r, s)] = 0; P(at_pending, 0); UNLOCK(r) }
            :: else
            fi
        }
        do
        :: true ->
            atomic { STEP losses[r * 2] = 0; P(at_losses, 0) }
            atomic { STEP losses[r * 2 + 1] = 0; P(at_losses, 0) }
            atomic {
                LOCK(r);
                if
                :: dropped[r] + overwritten[r] != 0 ->
                    cleared[r] = cleared[r] + dropped[r] + overwritten[r];
                    dropped[r] = 0; overwritten[r] = 0;
                    UNLOCK(r)
                :: else -> UNLOCK(r); break
                fi
            }
        od;
        a = 0; b = 0; last = 0; s = 0; ok = false
    }
    r = 0;
    END;
    running--
}

/* trace_ring_take(), trace_ring_oldest(), trace_ring_release(): read.c */
proctype reader(byte me; byte cpu; byte level; byte count)
{
    CONTEXT;
    byte r, lent, copied, first, second, rest;

    do
    :: count == 0 -> break
    :: count > 0 ->
        count--;
#if RINGS > 1
        if
        :: r = 0
        :: r = 1
        fi;
#endif
        BEGIN(op_read, r);
        do
        :: true ->
            atomic { STEP lent = readn[r]; P(at_load_read, lent) }
            atomic { STEP ok = (closed[r] != lent); P(at_load_closed, closed[r]) }
            if
            :: !ok -> break
            :: else
            fi;
            atomic { STEP ok = (pending[SUB(r, SLOT(lent))] == 0); P(at_load_pending, pending[SUB(r, SLOT(lent))]) }
            if
            :: !ok -> break
            :: else
            fi;
            s = SUB(r, SLOT(lent));
            atomic { STEP end = used[s]; P(at_load_used, end) }
            atomic { STEP copied = used[s]; u_number = number[s]; P(at_load_head, copied) }
            if
            :: end > 0 ->
                /* The copy begins with 8 words, if there are two records: these contain the second one's header. */
                atomic { STEP first = records[s * UNITS]; second = records[s * UNITS + 1]; P0(at_copy_first) }
                atomic {
                    STEP
                    if
                    :: end == 1 && first != records[s * UNITS] -> first = TORN
                    :: end != 1 && second != records[s * UNITS + 1] -> second = TORN
                    :: else
                    fi;
                    P0(at_copy_last)
                }
            :: else
            fi;
            atomic {
                STEP ok = (readn[r] == lent); P(at_take, ok);
                if
                :: ok ->
                    readn[r]++;
                    /* Nothing torn, unfinished or reused is delivered. */
                    assert(copied <= UNITS && end == copied && u_number == lent + 1);
                    if
                    :: copied > 0 -> assert(first >= 2 && fate[first - 2] == WHOLE); fate[first - 2] = DELIVERED; printf("D %d\n", first - 2)
                    :: else
                    fi;
                    if
                    :: copied > 1 -> assert(second >= 2 && fate[second - 2] == WHOLE); fate[second - 2] = DELIVERED; printf("D %d\n", second - 2)
                    :: else
                    fi;
                    delivered[r] = delivered[r] + copied;
                    break
                :: else
                fi
            }
        od;
        lent = 0; copied = 0; first = 0; second = 0; rest = 0; end = 0; s = 0; u_number = 0; ok = false;
        END
    od;
    running--
}

/* Whoever reads on at quiescence gets the rest: each record that isn't accounted for is whole in the ring. */
inline check_end(r)
{
    assert(walk[r] >= walk_end[r] && !held[r]);
    left = 0;
    n = readn[r];
    do
    :: n < closed[r] + (open[r] != NONE) ->
        assert(pending[SUB(r, SLOT(n))] == 0 && number[SUB(r, SLOT(n))] == n + 1);
        k = 0;
        do
        :: k < (n == closed[r] -> next[r] : used[SUB(r, SLOT(n))]) ->
            what = records[AT(r, SLOT(n), k)];
            assert(what >= 2 && fate[what - 2] == WHOLE);
            fate[what - 2] = DELIVERED;
            left++;
            k++
        :: else -> break
        od;
        n++
    :: else -> break
    od;
    assert(emitted[r] == delivered[r] + left + dropped[r] + overwritten[r] + cleared[r] + unrecorded[r] + forgotten[r]);
    assert(losses[r * 2] + losses[r * 2 + 1] == dropped[r] + overwritten[r]);
    printf("F %d %d %d %d %d %d\n", r, delivered[r] + left, dropped[r], overwritten[r], cleared[r], unrecorded[r])
}

#define START(count, context)              \
    if                                     \
    :: count > 0 -> running++; run context \
    :: else                                \
    fi

init
{
    byte n, k, left, what, swapped;

    atomic {
        /* `n` records in ring 0, recorded before anything else runs. */
        select (n : FILL_FROM .. FILL_TO);
        select (swapped : 0 .. BOTH);
        emitted[0] = n;
        for (k : 0 .. n - 1) {
            records[k] = RECORD(k ^ swapped);
            fate[k ^ swapped] = WHOLE
        }
        if
        :: n > 0 ->
            closed[0] = (n - 1) / UNITS;
            open[0] = closed[0];
            next[0] = n - closed[0] * UNITS;
            limit[0] = true;
            number[0] = 1; used[0] = (n > UNITS -> UNITS : OPEN);
            if
            :: n > UNITS -> number[1] = 2; used[1] = OPEN
            :: else
            fi
        :: else
        fi;
        printf("S %d %d %d %d\n", MODE, RINGS, n, swapped);
        n = 0; k = 0; swapped = 0;
        START(THREAD, writer(0, 0, 0, 4, THREAD));
        START(SECOND, writer(1, 0, 0, SECOND_FIRST, SECOND));
        START(IRQ, writer(2, 0, 1, IRQ_FIRST, IRQ));
        START(NESTED, writer(3, 0, 2, NESTED_FIRST, NESTED));
        START(OTHER, writer(4, 1, 0, OTHER_FIRST, OTHER));
        START(READS, reader(5, READER_CPU, 0, READS));
        START(STOPPED, stopper(6, STOPPED_BY));
        START(CLEARED, clearer(7, CLEARED_BY))
    }
    atomic {
        running == 0;
        check_end(0);
#if RINGS > 1
        check_end(1);
#endif
        n = 0; k = 0; left = 0; what = 0
    }
}
