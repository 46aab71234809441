import { requireRole } from '../../access/require.ts'
import type { Context } from '../../access/context.ts'
import { visibleDatastoreIds } from '../../access/visible.ts'
import { channels } from '../../channels/registry.ts'
import { fillWithExamples } from '../../channels/tokens.ts'
import { invalidMember } from '../../kernel/errors.ts'
import type { Preview, PreviewInput } from '../../model/flow.ts'
import { newestSubject } from '../../store/flows/subjects.ts'
import { refuseUnknownTokens, renderMessage } from './messages.ts'

/** Manager. The message as the newest thing of that kind that the caller may see would make it; nothing is sent. */
export async function previewMessage(context: Context, input: PreviewInput): Promise<Preview> {
  requireRole(context, 'Manager')
  const { trigger_type, tokenized_message, notification_type, flow_name } = input
  const channel = channels.find(notification_type ?? 'InApp')
  if (!channel) {
    const known = channels.names().join(', ')
    throw invalidMember(
      'notification_type',
      `No notification channel is called "${notification_type}"; known: ${known}.`,
    )
  }
  refuseUnknownTokens(tokenized_message, [trigger_type], ['tokenized_message'])
  const { database } = context.store
  const subject = await newestSubject(database, trigger_type, await visibleDatastoreIds(context))
  const isPlain = trigger_type === 'schedule' || trigger_type === 'manual'
  if (subject === null) {
    const message = isPlain ? tokenized_message : fillWithExamples(tokenized_message, channel.plain)
    return { message, is_example: !isPlain }
  }
  const message = await renderMessage(database, tokenized_message, {
    flow_name: flow_name ?? 'Example flow',
    trigger_type,
    subject,
    is_group: trigger_type === 'partition_scan',
    channel,
    public_url: context.integrations.public_url,
    more: {},
  })
  return { message, is_example: false }
}
