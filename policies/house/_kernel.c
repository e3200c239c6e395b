/* The compiled form of two functions of `house`, operation for operation, so that both forms give the same bits:
 *
 *   plan(...)    policies/house/decks.py: the question and the slate with the best expected score
 *   replay(...)  policies/house/kit_evidence.py: which cards could have told what was heard
 *
 * The Python forms say what is computed and why; here is only how. Sums run in the order of the candidates, groups in
 * that of their first members, and nothing is fused or reordered (-ffp-contract=off), because tests compare the forms
 * bit by bit. No state outlives a call, and no number is written down here that the Python form has: the tables come in
 * as arguments. Limited API of Python 3.11; no numpy headers, arrays come as contiguous buffers.
 */
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>
#include <float.h>
#include <stdint.h>
#include <string.h>

#if defined(__FAST_MATH__) || FLT_EVAL_METHOD != 0
#error "sums would not round as numpy's do: without this kernel, numpy does the work"
#endif

enum {
    SLOTS = 4,      /* of a card */
    ASKS = 8,       /* seven classes of values, then the open question, which any class answers */
    OPEN = 7,
    TURNS = 10,     /* of a session */
    RANKS = 10,     /* of a slate */
    PLACES = 100,   /* in line: more cannot be shown in a session */
    CHANGE = 3,     /* an announced change of mind comes on this turn or on the next */
    FEW = 8,        /* so many keys are compared one by one */
    DEEPEST = 8
};
static const double TIE = 1e-12;
static const double NONE = -1e300;

/* Of a set of slots, as bits: the first and second one (SLOTS: there is none), and how many there are. */
static const uint8_t FIRST[16] = {4, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0};
static const uint8_t SECOND[16] = {4, 4, 4, 1, 4, 2, 2, 1, 4, 3, 3, 1, 3, 2, 2, 1};
static const uint8_t COUNT[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

/* One candidate: its card's values, its slots by class, and the slots that hold the same value as each slot. */
typedef struct {
    int32_t values[SLOTS];
    uint8_t slots[ASKS];
    uint8_t same[SLOTS + 1];
} Card;

/* Some candidates in groups: group g is members[starts[g]] up to members[starts[g + 1]], `told` beside them. */
typedef struct {
    uint64_t *keys;
    int *members, *starts, *group;
    uint8_t *told, *after;
    int groups;
} Split;

typedef struct {
    const double *weights, *utility, *singles, *equals;
    Card *cards;
    const uint8_t *asks;
    int ask_count, has_open;
    Split splits[DEEPEST + 4]; /* one for each level of the recursion */
    uint64_t *table_keys;      /* a hash table of replies: entries of an earlier use have another stamp */
    uint32_t *table_stamps, stamp, mask;
    int *table_groups;
} Planner;

/* ---- cards -------------------------------------------------------------------------------------------------- */

static void read_card(Card *card, const int32_t *values, const int8_t *classes)
{
    memset(card, 0, sizeof *card);
    for (int slot = 0; slot < SLOTS; slot++) {
        card->values[slot] = values[slot];
        if (values[slot] <= 0) {
            continue;
        }
        for (int other = 0; other < SLOTS; other++) {
            card->same[slot] |= (uint8_t)((values[other] == values[slot]) << other);
        }
        card->slots[OPEN] |= (uint8_t)(1 << slot);
        if (classes[slot] >= 0 && classes[slot] < OPEN) {
            card->slots[classes[slot]] |= (uint8_t)(1 << slot);
        }
    }
}

static uint8_t told_slots(const uint8_t *told)
{
    uint8_t slots = 0;
    for (int slot = 0; slot < SLOTS; slot++) {
        slots |= (uint8_t)((told[slot] != 0) << slot);
    }
    return slots;
}

/* The kit shopper's reply to `ask` as a key (0: none), and what is told after it. */
static uint64_t reply(const Card *card, uint8_t told, int ask, uint8_t *after)
{
    uint8_t hidden = card->slots[ask] & (uint8_t)~told;
    uint8_t first = FIRST[hidden], second = SECOND[hidden];
    uint64_t key = first < SLOTS ? (uint64_t)(uint32_t)card->values[first] << 32 : 0;
    key |= second < SLOTS ? (uint32_t)card->values[second] : 0;
    *after = told | card->same[first] | card->same[second];
    return key;
}

/* The most values that any of these candidates has left to tell. */
static int most_hidden(const Planner *it, const int *members, const uint8_t *told, int count)
{
    int most = 0;
    for (int i = 0; i < count; i++) {
        int hidden = COUNT[it->cards[members[i]].slots[OPEN] & (uint8_t)~told[i]];
        most = hidden > most ? hidden : most;
    }
    return most;
}

/* Two values left are told by one open question, so no other can tell more. */
static int may_tell(const Planner *it, int ask, int most)
{
    return ask == OPEN || most > (it->has_open ? 2 : 0);
}

/* ---- splitting ---------------------------------------------------------------------------------------------- */

/* Number the keys by first appearance. */
static int number_few(const uint64_t *keys, int count, int *group)
{
    uint64_t met[FEW];
    int groups = 0;
    for (int i = 0; i < count; i++) {
        int at = 0;
        while (at < groups && met[at] != keys[i]) {
            at++;
        }
        if (at == groups) {
            met[groups++] = keys[i];
        }
        group[i] = at;
    }
    return groups;
}

static int number_many(Planner *it, const uint64_t *keys, int count, int *group)
{
    int groups = 0;
    it->stamp++;
    for (int i = 0; i < count; i++) {
        uint32_t at = (uint32_t)((keys[i] * 0x9E3779B97F4A7C15u) >> 40) & it->mask;
        while (it->table_stamps[at] == it->stamp && it->table_keys[at] != keys[i]) {
            at = (at + 1) & it->mask;
        }
        if (it->table_stamps[at] != it->stamp) {
            it->table_stamps[at] = it->stamp;
            it->table_keys[at] = keys[i];
            it->table_groups[at] = groups++;
        }
        group[i] = it->table_groups[at];
    }
    return groups;
}

/* Group `members` by the keys in `to`, in the order of first appearance; members keep their order in each group. */
static void gather(Planner *it, Split *to, const int *members, int count)
{
    int groups = count <= FEW ? number_few(to->keys, count, to->group) : number_many(it, to->keys, count, to->group);
    memset(to->starts, 0, sizeof(int) * (size_t)(groups + 2));
    for (int i = 0; i < count; i++) {
        to->starts[to->group[i] + 2]++;
    }
    for (int g = 2; g < groups + 1; g++) {
        to->starts[g + 1] += to->starts[g];
    }
    for (int i = 0; i < count; i++) {
        int place = to->starts[to->group[i] + 1]++;
        to->members[place] = members[i];
        to->told[place] = to->after[i];
    }
    to->groups = groups;
}

/* Split by the replies to `ask`; whether any candidate could answer. */
static int split_by_ask(Planner *it, Split *to, const int *members, const uint8_t *told, int count, int ask)
{
    uint64_t answers = 0;
    for (int i = 0; i < count; i++) {
        to->keys[i] = reply(&it->cards[members[i]], told[i], ask, &to->after[i]);
        answers |= to->keys[i];
    }
    gather(it, to, members, count);
    return answers != 0;
}

/* Split by the first value of the cards, which a change of mind hands over. */
static void split_by_first(Planner *it, Split *to, const int *members, const uint8_t *told, int count)
{
    for (int i = 0; i < count; i++) {
        to->keys[i] = (uint32_t)it->cards[members[i]].values[0];
        to->after[i] = told[i] | it->cards[members[i]].same[0];
    }
    gather(it, to, members, count);
}

/* ---- values ------------------------------------------------------------------------------------------------- */

static double utility(const Planner *it, int turn, int rank)
{
    return it->utility[turn * (RANKS + 2) + rank];
}

static double inner_product(const Planner *it, const int *members, int count, const double *schedule)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        sum += it->weights[members[i]] * schedule[i];
    }
    return sum;
}

/* What showing the members in line from `turn` on is worth. */
static double line_value(const Planner *it, const int *members, int count, int turn)
{
    int left = TURNS + 1 - turn, shown = count < PLACES ? count : PLACES;
    if (left <= 0 || count == 0) {
        return 0.0;
    }
    const double *singles = it->singles + (size_t)turn * (TURNS + 1) * PLACES;
    if (count <= left) {
        return inner_product(it, members, count, singles + (size_t)left * PLACES);
    }
    double best = 0.0;
    for (int alone = 0; alone <= left; alone++) {
        double value = inner_product(it, members, shown, singles + (size_t)alone * PLACES);
        best = value > best ? value : best;
    }
    if (count <= PLACES) {
        const double *equals = it->equals + ((size_t)turn * (PLACES + 1) + (size_t)count) * PLACES;
        double value = inner_product(it, members, count, equals);
        best = value > best ? value : best;
    }
    return best;
}

static double group_value(Planner *it, const int *members, const uint8_t *told, int count, int turn, int depth,
                          int level);

/* The value of group g of a split faced on `turn`, without its `skip` heaviest members. */
static double part_value(Planner *it, const Split *split, int g, int skip, int turn, int depth, int level)
{
    int at = split->starts[g] + skip;
    return group_value(it, split->members + at, split->told + at, split->starts[g + 1] - at, turn, depth, level);
}

/* The value of a split whose question is asked on `turn` while the leader of one group is shown. */
static double asked_value(Planner *it, const Split *split, int turn, int depth, int level)
{
    double sum = 0.0, best = NONE;
    for (int g = 0; g < split->groups; g++) {
        double with = part_value(it, split, g, 0, turn + 1, depth, level);
        double without = part_value(it, split, g, 1, turn + 1, depth, level);
        double gain = it->weights[split->members[split->starts[g]]] * utility(it, turn, 1) - (with - without);
        sum += with;
        best = gain > best ? gain : best;
    }
    return sum + best;
}

static double group_value(Planner *it, const int *members, const uint8_t *told, int count, int turn, int depth,
                          int level)
{
    double best = line_value(it, members, count, turn);
    int most;
    if (depth == 0 || count <= 1 || turn >= TURNS || (most = most_hidden(it, members, told, count)) == 0) {
        return best;
    }
    Split *split = &it->splits[level];
    for (int i = 0; i < it->ask_count; i++) {
        if (!may_tell(it, it->asks[i], most)) {
            continue;
        }
        split_by_ask(it, split, members, told, count, it->asks[i]);
        if (split->groups > 1) {
            double value = asked_value(it, split, turn, depth - 1, level + 1);
            best = value > best ? value : best;
        }
    }
    return best;
}

/* The value from `turn` on when a change of mind then hands over the first value of the cards. */
static double handed_value(Planner *it, const int *members, const uint8_t *told, int count, int turn, int depth,
                           int level)
{
    Split *split = &it->splits[level];
    double sum = 0.0;
    split_by_first(it, split, members, told, count);
    for (int g = 0; g < split->groups; g++) {
        sum += part_value(it, split, g, 0, turn, depth, level + 1);
    }
    return sum;
}

/* The sum of `handed_value` over the groups of a split. */
static double handed_values(Planner *it, const Split *split, int turn, int depth, int level)
{
    double sum = 0.0;
    for (int g = 0; g < split->groups; g++) {
        int at = split->starts[g];
        sum += handed_value(it, split->members + at, split->told + at, split->starts[g + 1] - at, turn, depth, level);
    }
    return sum;
}

/* The value of a split one turn before the change, every group asking once more where that pays. */
static double asked_before_change(Planner *it, const Split *split, int turn, int depth, int level)
{
    double sum = 0.0;
    for (int g = 0; g < split->groups; g++) {
        int at = split->starts[g], count = split->starts[g + 1] - at;
        double best = handed_value(it, split->members + at, split->told + at, count, turn, depth, level);
        for (int i = 0; i < it->ask_count && count > 1; i++) {
            Split *finer = &it->splits[level];
            split_by_ask(it, finer, split->members + at, split->told + at, count, it->asks[i]);
            if (finer->groups > 1) {
                double value = handed_values(it, finer, turn, depth, level + 1);
                best = value > best ? value : best;
            }
        }
        sum += best;
    }
    return sum;
}

/* The expected value of a question asked on `turn`, before an announced change of mind. */
static double value_through_change(Planner *it, const Split *split, const int *all, const uint8_t *told, int count,
                                   int turn, int depth)
{
    if (turn >= CHANGE) {
        return handed_value(it, all, told, count, turn + 1, depth, 1);
    }
    if (turn == CHANGE - 1) {
        double early = handed_value(it, all, told, count, CHANGE, depth, 1);
        return 0.5 * early + 0.5 * handed_values(it, split, CHANGE + 1, depth, 1);
    }
    double early = handed_values(it, split, CHANGE, depth, 1);
    return 0.5 * early + 0.5 * asked_before_change(it, split, CHANGE + 1, depth, 1);
}

/* ---- the turn ----------------------------------------------------------------------------------------------- */

typedef struct {
    int ask; /* place in `asks`; -1: none */
    double value;
    int slate[RANKS], length;
} Chosen;

static void choose_ask(Planner *it, Chosen *chosen, const int *all, const uint8_t *told, int count, int turn,
                       int depth, int changing)
{
    double values[ASKS], best = NONE;
    int most = most_hidden(it, all, told, count);
    for (int i = 0; i < it->ask_count; i++) {
        values[i] = NONE;
        if (!may_tell(it, it->asks[i], most) || !split_by_ask(it, &it->splits[0], all, told, count, it->asks[i])) {
            continue;
        }
        values[i] = changing ? value_through_change(it, &it->splits[0], all, told, count, turn, depth - 1)
                             : asked_value(it, &it->splits[0], turn, depth - 1, 1);
        best = values[i] > best ? values[i] : best;
    }
    chosen->ask = -1;
    chosen->value = 0.0;
    for (int i = 0; i < it->ask_count && best > NONE; i++) {
        if (values[i] >= best - TIE) {
            chosen->ask = i;
            chosen->value = values[i];
            return;
        }
    }
}

/* Fill the slate from the groups of splits[0]: leader by leader, as long as the next one gains. `room` holds three
 * numbers for each group: its value, that without its leader, and the gain of showing the leader next. */
static void fill_slate(Planner *it, Chosen *chosen, int count, int turn, int depth, double *room)
{
    const Split *split = &it->splits[0];
    int groups = split->groups, *taken = split->group;
    double *with = room, *without = room + groups, *gains = room + 2 * groups;
    chosen->value = 0.0;
    chosen->length = 0;
    for (int g = 0; g < groups; g++) {
        taken[g] = 0;
        with[g] = part_value(it, split, g, 0, turn + 1, depth, 1);
        without[g] = part_value(it, split, g, 1, turn + 1, depth, 1);
        chosen->value += with[g];
    }
    for (int rank = 1; rank <= RANKS && rank <= count; rank++) {
        double best = NONE;
        int at = 0;
        for (int g = 0; g < groups; g++) {
            int place = split->starts[g] + taken[g];
            gains[g] = NONE;
            if (place < split->starts[g + 1]) {
                gains[g] = it->weights[split->members[place]] * utility(it, turn, rank) - (with[g] - without[g]);
                best = gains[g] > best ? gains[g] : best;
            }
        }
        if (rank > 1 && best <= TIE) {
            return;
        }
        while (gains[at] < best - TIE) {
            at++;
        }
        chosen->slate[chosen->length++] = split->members[split->starts[at] + taken[at]];
        chosen->value += gains[at];
        taken[at]++;
        with[at] = without[at];
        without[at] = split->starts[at] + taken[at] < split->starts[at + 1]
                          ? part_value(it, split, at, taken[at] + 1, turn + 1, depth, 1)
                          : 0.0;
    }
}

static void plan_turn(Planner *it, Chosen *chosen, int *all, uint8_t *told, int count, int turn, int depth,
                      int changing, double *room)
{
    choose_ask(it, chosen, all, told, count, turn, depth, changing);
    if (changing) {
        chosen->slate[0] = 0;
        chosen->length = 1;
        return;
    }
    if (chosen->ask >= 0) {
        split_by_ask(it, &it->splits[0], all, told, count, it->asks[chosen->ask]);
        fill_slate(it, chosen, count, turn, depth - 1, room);
        return;
    }
    memset(it->splits[0].keys, 0, sizeof(uint64_t) * (size_t)count);
    memcpy(it->splits[0].after, told, (size_t)count);
    gather(it, &it->splits[0], all, count);
    fill_slate(it, chosen, count, turn, 0, room);
}

/* ---- memory and arguments ------------------------------------------------------------------------------------ */

/* Bytes for `count` items of `size`, from a block that is handed out piece by piece; a NULL block only counts. */
static void *piece(char *block, size_t *used, size_t count, size_t size)
{
    size_t at = (*used + 15) & ~(size_t)15;
    *used = at + count * size;
    return block == NULL ? NULL : block + at;
}

typedef struct {
    int *all;
    uint8_t *told;
    double *room;
} Working;

/* Lay out all working memory of a planner for `count` candidates in `block`; how many bytes that takes. */
static size_t lay_out(Planner *it, Working *working, char *block, int count, int levels)
{
    size_t used = 0, items = (size_t)count, slots = it->mask + 1u;
    it->cards = piece(block, &used, items, sizeof(Card));
    it->table_keys = piece(block, &used, slots, sizeof(uint64_t));
    it->table_stamps = piece(block, &used, slots, sizeof(uint32_t));
    it->table_groups = piece(block, &used, slots, sizeof(int));
    working->all = piece(block, &used, items, sizeof(int));
    working->told = piece(block, &used, items, 1);
    working->room = piece(block, &used, 3 * items, sizeof(double));
    for (int level = 0; level < levels; level++) {
        Split *split = &it->splits[level];
        split->keys = piece(block, &used, items, sizeof(uint64_t));
        split->members = piece(block, &used, items, sizeof(int));
        split->starts = piece(block, &used, items + 3, sizeof(int));
        split->group = piece(block, &used, items, sizeof(int));
        split->told = piece(block, &used, items, 1);
        split->after = piece(block, &used, items, 1);
    }
    return used;
}

static PyObject *result_of(const Chosen *chosen)
{
    PyObject *slate = PyTuple_New(chosen->length);
    if (slate == NULL) {
        return NULL;
    }
    for (int i = 0; i < chosen->length; i++) {
        PyObject *place = PyLong_FromLong(chosen->slate[i]);
        if (place == NULL || PyTuple_SetItem(slate, i, place) < 0) {
            Py_DECREF(slate);
            return NULL;
        }
    }
    return Py_BuildValue("(idN)", chosen->ask, chosen->value, slate);
}

typedef struct {
    Py_buffer weights, cards, classes, told, asks, utility, singles, equals;
    int turn, depth, changing;
} PlanArguments;

static int sizes_agree(const PlanArguments *given)
{
    Py_ssize_t count = given->weights.len / (Py_ssize_t)sizeof(double);
    Py_ssize_t row = PLACES * (Py_ssize_t)sizeof(double);
    int agree = count >= 1 && count <= INT32_MAX / 64 && given->cards.len == count * SLOTS * (Py_ssize_t)sizeof(int32_t);
    agree = agree && given->classes.len == count * SLOTS && given->told.len == count * SLOTS;
    agree = agree && given->asks.len <= ASKS && given->turn >= 1 && given->turn <= TURNS;
    agree = agree && given->depth >= 1 && given->depth <= DEEPEST;
    agree = agree && given->utility.len == (TURNS + 2) * (RANKS + 2) * (Py_ssize_t)sizeof(double);
    agree = agree && given->singles.len == (TURNS + 2) * (TURNS + 1) * row;
    agree = agree && given->equals.len == (TURNS + 2) * (PLACES + 1) * row;
    for (Py_ssize_t i = 0; agree && i < given->asks.len; i++) {
        agree = ((const uint8_t *)given->asks.buf)[i] < ASKS;
    }
    return agree;
}

static PyObject *plan_arguments(const PlanArguments *given)
{
    Planner it;
    Working working;
    Chosen chosen;
    int count = (int)(given->weights.len / (Py_ssize_t)sizeof(double)), levels = given->depth + 4;
    memset(&it, 0, sizeof it);
    memset(&chosen, 0, sizeof chosen);
    it.weights = given->weights.buf;
    it.utility = given->utility.buf;
    it.singles = given->singles.buf;
    it.equals = given->equals.buf;
    it.asks = given->asks.buf;
    it.ask_count = (int)given->asks.len;
    it.has_open = it.ask_count > 0 && memchr(it.asks, OPEN, (size_t)it.ask_count) != NULL;
    for (it.mask = 15; it.mask < 2u * (uint32_t)count; it.mask = 2 * it.mask + 1) {
    }
    char *block = PyMem_Malloc(lay_out(&it, &working, NULL, count, levels));
    if (block == NULL) {
        return PyErr_NoMemory();
    }
    lay_out(&it, &working, block, count, levels);
    memset(it.table_stamps, 0, sizeof(uint32_t) * (it.mask + 1u));
    for (int i = 0; i < count; i++) {
        read_card(&it.cards[i], (const int32_t *)given->cards.buf + SLOTS * i,
                  (const int8_t *)given->classes.buf + SLOTS * i);
        working.told[i] = told_slots((const uint8_t *)given->told.buf + SLOTS * i);
        working.all[i] = i;
    }
    plan_turn(&it, &chosen, working.all, working.told, count, given->turn, given->depth, given->changing,
              working.room);
    PyMem_Free(block);
    return result_of(&chosen);
}

static PyObject *plan(PyObject *Py_UNUSED(module), PyObject *args)
{
    PlanArguments given;
    PyObject *result = NULL;
    if (!PyArg_ParseTuple(args, "y*y*y*y*y*y*y*y*iip:plan", &given.weights, &given.cards, &given.classes, &given.told,
                          &given.asks, &given.utility, &given.singles, &given.equals, &given.turn, &given.depth,
                          &given.changing)) {
        return NULL;
    }
    if (sizes_agree(&given)) {
        result = plan_arguments(&given);
    } else {
        PyErr_SetString(PyExc_ValueError, "the arrays do not belong together, or the turn or depth is out of range");
    }
    Py_buffer *buffers[] = {&given.weights, &given.cards,   &given.classes, &given.told,
                            &given.asks,    &given.utility, &given.singles, &given.equals};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) {
        PyBuffer_Release(buffers[i]);
    }
    return result;
}

/* ---- replaying ----------------------------------------------------------------------------------------------- */

enum { NAMES_FIRST, NAMES_LAST, ANSWERS, STEP = 4 }; /* kinds of steps; a step is (kind, ask, value, value) */

/* Whether the card could have told what a step says; `told` is brought up to date. */
static int fits(const Card *card, const int32_t *step, uint8_t *told)
{
    if (step[0] == NAMES_FIRST) {
        *told |= card->same[0];
        return card->values[0] == step[2];
    }
    if (step[0] == NAMES_LAST) {
        int count = COUNT[card->slots[OPEN]];
        return count > 0 && card->values[count - 1] == step[2];
    }
    uint64_t wanted = (uint64_t)(uint32_t)step[2] << 32 | (uint32_t)step[3];
    if (step[1] < 0 || step[1] >= ASKS) {
        return wanted == 0;
    }
    return reply(card, *told, step[1], told) == wanted;
}

static Py_ssize_t replay_all(const int32_t *cards, const int8_t *classes, Py_ssize_t count, const int32_t *steps,
                             Py_ssize_t step_count, uint8_t *keeps, uint8_t *told)
{
    Py_ssize_t kept = 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        Card card;
        uint8_t slots = 0;
        int fit = 1;
        read_card(&card, cards + SLOTS * i, classes + SLOTS * i);
        for (Py_ssize_t k = 0; fit && k < step_count; k++) {
            fit = fits(&card, steps + STEP * k, &slots);
        }
        for (int slot = 0; slot < SLOTS; slot++) {
            told[SLOTS * i + slot] = (uint8_t)(slots >> slot & 1);
        }
        keeps[i] = (uint8_t)fit;
        kept += fit;
    }
    return kept;
}

static PyObject *replay(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_buffer cards, classes, steps, keeps, told;
    PyObject *result = NULL;
    if (!PyArg_ParseTuple(args, "y*y*y*w*w*:replay", &cards, &classes, &steps, &keeps, &told)) {
        return NULL;
    }
    Py_ssize_t count = keeps.len, step = STEP * (Py_ssize_t)sizeof(int32_t);
    if (cards.len == count * SLOTS * (Py_ssize_t)sizeof(int32_t) && classes.len == count * SLOTS
        && told.len == count * SLOTS && steps.len % step == 0) {
        result = PyLong_FromSsize_t(
            replay_all(cards.buf, classes.buf, count, steps.buf, steps.len / step, keeps.buf, told.buf));
    } else {
        PyErr_SetString(PyExc_ValueError, "the arrays do not belong together");
    }
    Py_buffer *buffers[] = {&cards, &classes, &steps, &keeps, &told};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) {
        PyBuffer_Release(buffers[i]);
    }
    return result;
}

/* ---- the module ----------------------------------------------------------------------------------------------- */

static PyMethodDef METHODS[] = {
    {"plan", plan, METH_VARARGS,
     "plan(weights, cards, classes, told, asks, utility, singles, equals, turn, depth, changing)\n--\n\n"
     "(place of the best ask or -1, expected score, slate as candidate places)"},
    {"replay", replay, METH_VARARGS,
     "replay(cards, classes, steps, keeps, told)\n--\n\n"
     "Fill `keeps` and `told`; how many cards are kept"},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot PARTS[] = {{0, NULL}};

static struct PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT, "policies.house._kernel", "The compiled form of house's planning and replaying.", 0,
    METHODS, PARTS, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__kernel(void)
{
    return PyModuleDef_Init(&MODULE);
}
