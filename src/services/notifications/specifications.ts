import type { Context } from '../../access/context.ts'
import type { Channel } from '../../channels/channel.ts'
import { channels } from '../../channels/registry.ts'
import type { NotificationSpecification } from '../../model/notification.ts'
import { recentChoices } from './choices.ts'

/** Member. Every channel, configured or not. */
export function listSpecifications(context: Context): Promise<NotificationSpecification[]> {
  return Promise.all(channels.all().map((channel) => specify(context, channel)))
}

async function specify(context: Context, channel: Channel): Promise<NotificationSpecification> {
  const choices = await recentChoices(context, channel)
  return {
    display_name: channel.display_name,
    type: channel.type,
    properties: channel.properties.map((property) => ({
      field: property.field,
      map_to: 'parameters',
      required: property.required,
      title: property.title,
      type: property.type,
      values: [...(property.values ?? choices[property.field] ?? [])],
      default: property.default ?? null,
      info: property.info,
      secret: property.secret ?? false,
      ...(property.placeholder !== undefined && { placeholder: property.placeholder }),
    })),
  }
}
