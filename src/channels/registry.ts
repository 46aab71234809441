import { createRegistry, type Registry } from '../kernel/registry.ts'
import type { Channel } from './channel.ts'
import index from './index.generated.ts'

/** Every notification channel by its API name. */
export const channels: Registry<Channel> = createRegistry<Channel>(
  'notification channel',
  index,
  (channel) => channel.type,
)
