import { messageOf, RunFailure } from '../../kernel/errors.ts'
import type { Writer } from '../writer.ts'
import type { WritingAnswer, WritingPlace, WritingQuestion } from './writing-messages.ts'

/** For the programs of processes that write: answers each request of the service by a writer that `open` makes. */
export function serveWriter(open: (place: WritingPlace) => Promise<Writer>): void {
  let writer: Writer | undefined
  const opened = (): Writer => {
    if (!writer) throw new Error('The store is not open.')
    return writer
  }
  const obey = async (question: WritingQuestion): Promise<WritingAnswer> => {
    switch (question.kind) {
      case 'open':
        writer = await open(question)
        return { kind: 'opened', rewrites: writer.rewrites ?? false }
      case 'take': {
        const take = opened().take?.(question.query)
        if (!take) throw new Error('This store reads no files itself.')
        return { kind: 'rows', rows: await take }
      }
      case 'count':
        return { kind: 'rows', rows: await opened().count(question.table) }
      default:
        await follow(question)
        return { kind: 'done' }
    }
  }
  const follow = async (
    question: Exclude<WritingQuestion, { kind: 'open' | 'take' | 'count' }>,
  ): Promise<void> => {
    switch (question.kind) {
      case 'begin':
        return opened().begin(question.table, question.replaced)
      case 'write':
        return opened().write(question.rows)
      case 'drop':
        return opened().drop(question.table)
      case 'publish':
        return opened().publish(question.from, question.to)
      case 'commit':
      case 'rollback':
      case 'close':
        return opened()[question.kind]()
    }
  }
  process.on('message', (question: WritingQuestion) => {
    void obey(question)
      .catch(refusalOf)
      .then((answer) => process.send?.(answer))
  })
}

function refusalOf(error: unknown): WritingAnswer {
  const is_retryable = error instanceof RunFailure && error.retryable
  return { kind: 'error', message: messageOf(error), is_retryable }
}
