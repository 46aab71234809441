import { triggerTokens } from '../../channels/tokens.ts'
import type { NotificationTokens } from '../../model/notification.ts'

/** Member. Triggers that are not listed send their message as it is written. */
export async function listTokens(): Promise<NotificationTokens[]> {
  return triggerTokens.map(({ trigger_type, tokens, default_message }) => ({
    trigger_type,
    valid_message_tokens: tokens.map((token) => `{{${token}}}`),
    default_message,
  }))
}
