import type { InboxMessage, InboxSubject } from '../../api/api.generated.ts'

/** Messages next to each other that one flow told of one run. */
export interface Together {
  /** By what they are together; it stays while messages come and go. */
  key: string
  /** What they have in common; null: nothing that is known. */
  about: Pick<InboxSubject, 'flow' | 'datastore' | 'operation_id'> | null
  messages: readonly InboxMessage[]
}

/** Puts messages that belong together under one head; their order stays. */
export function together(messages: readonly InboxMessage[]): Together[] {
  const groups: (Together & { messages: InboxMessage[] })[] = []
  for (const message of messages) {
    const last = groups.at(-1)
    const key = keyOf(message)
    if (last?.key === key) last.messages.push(message)
    else groups.push({ key, about: message.about, messages: [message] })
  }
  // Others may have come between messages of one run.
  return groups.map((group, place) => ({
    ...group,
    key: `${group.key} ${groups.slice(0, place).filter(({ key }) => key === group.key).length}`,
  }))
}

function keyOf({ id, about }: InboxMessage): string {
  if (!about?.flow) return `message ${id}`
  return `${about.flow.id} ${about.operation_id} ${about.datastore?.id}`
}
