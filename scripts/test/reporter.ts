// The report of `npm test`: Node's own, and a failure for each chosen file whose process ended before its tests had.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { spec, type TestEvent } from 'node:test/reporters'
import type { Batch } from './plan.ts'
import { leftFile, reachedFile, type LeftFile } from './run-files.ts'

type Event<Type extends string> = Extract<TestEvent, { type: Type }>

/** The input of the report of `npm test`: the files of each batch by the path of its program, and where the measured times go. */
export interface Plan {
  batches: Record<string, Batch>
  measured: string
}

/** The reporter as Node's runner calls it. The plan comes by the variable ASSAY_TEST_PLAN: a reporter gets no arguments. */
export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const plan: Plan = JSON.parse(readFileSync(process.env['ASSAY_TEST_PLAN'] ?? '', 'utf8'))
  for await (const part of Readable.from(completed(source, plan)).compose(new spec())) yield String(part)
}

/** The events with those added that Node leaves out: a process that ends too early takes what it had to say with it. */
async function* completed(source: AsyncIterable<TestEvent>, plan: Plan): AsyncGenerator<TestEvent> {
  const milliseconds: Record<string, number> = {}
  const broken = new Set<string>()
  const differences = { tests: 0, pass: 0, fail: 0 }
  let isAtEnd = false
  let isAnyTold = false
  for await (const event of source) {
    if (isEndOfFile(event)) milliseconds[event.data.name] = event.data.details.duration_ms
    // A program is no test: its files are told at the end, when it is known which of them have ended.
    if ((event.type === 'test:start' || isResult(event)) && plan.batches[event.data.name]) {
      if (event.type === 'test:fail') broken.add(event.data.name)
      if (event.type !== 'test:start') differences[event.type === 'test:pass' ? 'pass' : 'fail'] -= 1
      continue
    }
    isAnyTold ||= isResult(event)
    if (isSummary(event) && !isAtEnd) {
      isAtEnd = true
      const failures = Object.entries(plan.batches).flatMap(([program, files]) =>
        lost(program, files, milliseconds, broken.has(program)),
      )
      if (!isAnyTold && failures.length === 0)
        failures.push(failure('npm test', 'No test was run: none has the name that was asked for.'))
      differences.fail += failures.length
      differences.tests = differences.pass + differences.fail
      yield* failures
      if (failures.length > 0) process.exitCode = 1
    }
    yield isAtEnd && event.type === 'test:diagnostic' ? recounted(event, differences) : event
  }
  writeFileSync(plan.measured, JSON.stringify(milliseconds))
}

function isResult(event: TestEvent): event is Event<'test:pass' | 'test:fail'> {
  return event.type === 'test:pass' || event.type === 'test:fail'
}

function isEndOfFile(event: TestEvent): event is Event<'test:pass' | 'test:fail'> {
  return isResult(event) && event.data.nesting === 0 && event.data.details.type === 'suite'
}

/** A line of the summary; a process that had a stray error says so with a diagnostic of its own, while others are still at work. */
function isSummary(event: TestEvent): boolean {
  return (
    event.type === 'test:diagnostic' && event.data.nesting === 0 && /^tests \d+$/.test(event.data.message)
  )
}

/** The failures of a batch that Node does not tell: what could not be loaded or did not end, the file in which its process ended, and those whose results went with it. */
function lost(
  program: string,
  files: Batch,
  ended: Record<string, number>,
  isBroken: boolean,
): Event<'test:fail'>[] {
  const left = leftBy(program)
  const failures = [...left].flatMap(([file, reason]) => (reason === null ? [] : [failure(file, reason)]))
  // A file without a test of the name that is asked for ends unseen.
  const missing = files.filter((file) => ended[file] === undefined && !left.has(file))
  const reached = existsSync(reachedFile(program)) ? readFileSync(reachedFile(program), 'utf8') : ''
  const culprit = files.find((file) => file === reached) ?? files[0] ?? ''
  if (missing.length === 0 && (!isBroken || failures.length > 0)) return failures
  if (!missing.includes(culprit) && !left.get(culprit)) missing.push(culprit)
  const unfinished = missing.map((file) => {
    if (file !== culprit) return failure(file, `It was not run to its end: its process ended in ${culprit}.`)
    const moment = ended[file] === undefined ? 'before its tests had' : 'with a failure after its tests'
    return failure(file, `The process ended ${moment}.`)
  })
  return [...failures, ...unfinished]
}

/** What is wrong with each file that was run to its end; null when there is nothing to add. */
function leftBy(program: string): Map<string, string | null> {
  if (!existsSync(leftFile(program))) return new Map()
  const lines = readFileSync(leftFile(program), 'utf8').split('\n').filter(Boolean)
  return new Map(
    lines.map((line) => {
      const { file, reason }: LeftFile = JSON.parse(line)
      return [file, reason]
    }),
  )
}

function failure(file: string, sentence: string): Event<'test:fail'> {
  const cause = new Error(sentence)
  cause.stack = sentence
  const error = Object.assign(new Error(sentence), {
    code: 'ERR_TEST_FAILURE',
    failureType: 'testCodeFailure',
    cause,
  })
  return {
    type: 'test:fail',
    data: {
      name: file,
      file,
      line: 1,
      column: 1,
      nesting: 0,
      testNumber: 0,
      testId: 0,
      parentId: undefined,
      tags: [],
      details: { duration_ms: 0, error },
    },
  }
}

/** The line of the summary with what was added to it, e.g. `fail 3`. */
function recounted(
  event: Event<'test:diagnostic'>,
  differences: Record<string, number>,
): Event<'test:diagnostic'> {
  const message = event.data.message.replace(
    /^(\w+) (\d+)$/,
    (_line, word: string, count: string) => `${word} ${Number(count) + (differences[word] ?? 0)}`,
  )
  return { ...event, data: { ...event.data, message } }
}
