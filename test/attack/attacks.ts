/** What an attacker knows of the machine: a file that is not in the datastore, and where to write. */
export interface Target {
  /** A file that the server or service could read, whose content is a secret. */
  canary: string
  /** The folder that it lies in; nothing may be written into it. */
  folder: string
}

/** Expressions of one engine: those that must have no answer, those whose writing some engines see as text, and those that may have one if it comes in time. */
export interface Attacks {
  refused: string[]
  /** Writes inside what only some engines take for a text or a comment. */
  disguised: string[]
  slow: string[]
}

/** What a store adds of its own. */
export interface OwnAttacks {
  /** Scalars in its SQL that must have no answer: files, sleep, locks, settings, whatever does more than compute. */
  scalars(target: Target): string[]
  /** The type to which a text is cast so that the error would show it. */
  integer: string
  /** Conditions that work without end. */
  slow: string[]
  /** How long a statement may take, seconds (default 2). */
  seconds?: number
}

/** Ways to end the expression, to add a statement, or to write, that no engine may take. */
const everywhere = ({ folder }: Target): string[] => {
  const writes = [
    'delete from victim',
    'drop table victim',
    'update victim set name = null',
    "insert into victim values (9, 'x')",
    'truncate table victim',
    'create table loot (a int)',
    'alter table victim add column z int',
    'create view loot as select 1',
    'commit',
    'rollback',
    'begin',
    'vacuum',
    'analyze',
    'grant all on victim to public',
    "copy victim to '/tmp/x'",
  ]
  return [
    ...writes.map((write) => `1 = 1; ${write}`),
    ...writes.slice(0, 8).map((write) => `1 = 1) ; ${write}; --`),
    ...writes.slice(0, 8).map((write) => `1 = 1; ${write}; select (1 = 1`),
    ...writes.slice(0, 6).map((write) => `exists (with w as (${write} returning 1) select * from w)`),
    ...writes.slice(0, 6).map((write) => `(${write}) is null`),
    ...writes.slice(0, 4).map((write) => `1 = 1 -- \r; ${write}`),
    ...writes.slice(0, 4).map((write) => `'a' = $$ ' $$ ; ${write}`),
    ...writes.slice(0, 4).map((write) => `1 = 1 union select 1; ${write}`),
    '1 = 1) union all select name, 1 from secrets --',
    '(id).pg_sleep is null',
    '(select (t.n).pg_terminate_backend from (select id as n from victim) as t) is null',
    '(select t.pg_advisory_lock from (select 1 as n) as t) is null',
    '(select (t.n).sleep from (select 1 as n) as t) is null',
    '(select (t.n).load_extension from (select 1 as n) as t) is null',
    String.raw`name = '\' or set_config('role', 'none', true) = '\'`,
    '1 = 1) or exists (select 1 from secrets',
    ';',
    '1 = 1;;',
    '/* ',
    "'",
    '"',
    '(',
    ')',
    '1 = 1) limit 1 --',
    'pragma journal_mode = wal',
    'set statement_timeout = 0',
    'explain analyze delete from victim',
    'prepare p as delete from victim',
    'execute p',
    'call pg_sleep(1)',
    'do $$ begin delete from victim; end $$',
    `exists (select 1 into outfile '${folder}/out1' from victim)`,
    `(select 1 into dumpfile '${folder}/out2') = 1`,
    `load data infile '${folder}/canary.txt' into table victim`,
    'lock table victim',
    'name = \u0000',
    "name =\u00a0'x'; drop table victim",
    '{{ missing }} = 1',
  ]
}

const disguised = ['delete from victim', 'drop table victim', 'update victim set name = null'].flatMap(
  (write) => [
    `1 = 1 /* /* */ ; ${write} */`,
    `'\\' = ' ; ${write}; -- '''`,
    `1 = 1 # ' ; ${write}`,
    `'a' = $x$ ; ${write} $x$`,
  ],
)

/** Each scalar as a comparison, as an error that would show it, in a subquery, and behind comments. */
const asked = (scalars: readonly string[], asNumber: string): string[] =>
  scalars.flatMap((scalar) => [
    `(${scalar}) is not null`,
    `cast((${scalar}) as ${asNumber}) = 1`,
    `exists (select 1 from victim as v where cast((${scalar}) as ${asNumber}) = v.id)`,
    `id in (with w as (select ${scalar} as z) select 1 from w where z is not null)`,
    `/* a */ (${upperCased(scalar)}) /* b */ is not null -- end`,
  ])

/** Function names in capitals; texts keep their letters. */
const upperCased = (scalar: string): string =>
  scalar.replaceAll(/[a-z_]+(?=\s*\()/g, (name) => name.toUpperCase())

/** What is tried on a store: with its own scalars and slow conditions, everything that no engine may take. */
export const attacksOn = ({ scalars, integer, slow }: OwnAttacks, target: Target): Attacks => ({
  refused: [...everywhere(target), ...asked(scalars(target), integer)],
  disguised,
  slow,
})
