import type { InboxMessage } from '../../api/api.generated.ts'
import { outdate } from '../../api/answers.ts'
import { ask } from '../../api/ask.ts'
import { tell } from '../../kit/toasts.tsx'

/** Has the person read these messages, or not. Says so when it is refused. */
export async function mark(messages: readonly InboxMessage[], read: boolean): Promise<void> {
  const others = messages.filter((message) => message.read !== read)
  const put = ({ id }: InboxMessage) => ask('PUT /api/notifications/{id}', { path: { id }, body: { read } })
  try {
    await Promise.all(others.map(put))
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error))
  } finally {
    await outdate('notifications')
  }
}

/** Leads the focus on to the next button that marks, before this one leaves the page with what it has marked. */
export function leadOn(button: HTMLElement): void {
  const area = button.closest('.told-together')
  const all = [...document.querySelectorAll<HTMLElement>('.message .mark')]
  // The button of a head goes with all messages below it.
  const isOfHead = button.closest('.message') === null
  const left = isOfHead ? all.filter((one) => one.closest('.told-together') !== area) : all
  const isAfter = (one: HTMLElement) =>
    (button.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const next =
    left.find(isAfter) ??
    left.findLast((one) => one !== button) ??
    document.querySelector<HTMLElement>('.tab[aria-current]')
  next?.focus()
}
