import { Link } from '@tanstack/react-router'
import type { Flow, FlowAction, NotificationSpecification } from '../../api/api.generated.ts'
import { deedOf, type NameOf } from '../../flows/words.ts'
import { textOf } from '../../kit/cell.tsx'
import { Fact } from '../../kit/fact.tsx'
import { Facts } from '../../kit/facts.tsx'
import { Mute } from './acts.tsx'

interface Names {
  nameOf: NameOf
  channels: ReadonlyMap<string, NotificationSpecification>
}

/** What a flow does: an action stands below the one that must have succeeded before. */
export function Tree({ flow: { actions }, ...names }: { flow: Flow } & Names) {
  if (actions.length === 0) return <p className="muted">It does nothing yet: it has no actions.</p>
  return <Branch parent={null} actions={actions} {...names} />
}

function Branch({
  parent,
  actions,
  ...names
}: { parent: string | null; actions: readonly FlowAction[] } & Names) {
  const own = actions.filter(({ parent_action_uuid }) => parent_action_uuid === parent)
  if (own.length === 0) return null
  return (
    <ul className="tree">
      {own.map((action) => (
        <li key={action.uuid}>
          <Action action={action} {...names} />
          <Branch parent={action.uuid} actions={actions} {...names} />
        </li>
      ))}
    </ul>
  )
}

function Action({ action, nameOf, channels }: { action: FlowAction } & Names) {
  const { muted, tokenized_message, operation, parent_action_uuid } = action
  const store = operation?.['datastore_id']
  const deed = deedOf(action, nameOf, (type) => channels.get(type)?.display_name ?? type)
  return (
    <>
      <div className="row">
        {parent_action_uuid !== null && <span className="muted">then</span>}
        <b>{typeof store === 'number' ? <Link to={`/datastores/${store}` as string}>{deed}</Link> : deed}</b>
        {muted && <span className="chip">muted: left out</span>}
        <Mute action={action} />
      </div>
      {tokenized_message != null && <pre className="message">{tokenized_message}</pre>}
      <Parameters action={action} channels={channels} />
    </>
  )
}

/** What the channel is told beside the message; Managers alone are answered with it, and secrets never are. */
function Parameters({
  action: { notification_type, parameters },
  channels,
}: { action: FlowAction } & Pick<Names, 'channels'>) {
  const given = Object.entries(parameters ?? {}).filter(([, value]) => value !== null)
  if (given.length === 0) return null
  const properties = channels.get(notification_type ?? '')?.properties ?? []
  return (
    <Facts>
      {given.map(([field, value]) => (
        <Fact key={field} name={properties.find((property) => property.field === field)?.title ?? field}>
          {textOf(value)}
        </Fact>
      ))}
    </Facts>
  )
}
