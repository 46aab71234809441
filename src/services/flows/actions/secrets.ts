import type { SecretBox } from '../../../kernel/secret-box.ts'
import type { ActionRow } from '../../../store/flows/flows.ts'

/** The secret parameters of an action by name; empty where it has none. */
export function secretsOf(
  box: SecretBox,
  { uuid, secrets }: Pick<ActionRow, 'uuid' | 'secrets'>,
): Record<string, unknown> {
  return secrets === null
    ? {}
    : (JSON.parse(box.open(secrets, `flow_action:${uuid}`)) as Record<string, unknown>)
}
