import type { NotificationSpecification } from '../api/api.generated.ts'
import { useAnswer } from '../api/answers.ts'

/** The channels by their types; empty until they are known. */
export function useChannels(): ReadonlyMap<string, NotificationSpecification> {
  const { data = [] } = useChannelList()
  return new Map(data.map((channel) => [channel.type, channel]))
}

/** The list of the channels, as it is read. */
export function useChannelList() {
  return useAnswer('GET /api/flows/actions/notification/specifications', {})
}
