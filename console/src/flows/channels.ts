import type { NotificationSpecification } from '../api/api.generated.ts'
import { useAnswer } from '../api/answers.ts'

/** The channels by their types; empty until they are known. */
export function useChannels(): ReadonlyMap<string, NotificationSpecification> {
  const { data = [] } = useAnswer('GET /api/flows/actions/notification/specifications', {})
  return new Map(data.map((channel) => [channel.type, channel]))
}
