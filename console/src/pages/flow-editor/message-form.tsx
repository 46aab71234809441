import { useRef } from 'react'
import type {
  ChannelType,
  NotificationSpecification,
  SpecificationProperty,
} from '../../api/api.generated.ts'
import { useAnswer, useChange } from '../../api/answers.ts'
import { Button } from '../../kit/button.tsx'
import { CodeArea, Select, TextArea, TextField } from '../../kit/fields.tsx'
import { NotRead } from '../../kit/not-read.tsx'
import { Menu, MenuItem } from '../../kit/menu.tsx'
import { useChannelList } from '../../flows/channels.ts'
import { useRoleRefusal } from '../../shell/rights.ts'
import type { ActionFilling } from './actions-part.tsx'
import { parametersOf, type FlowDraft } from './draft.ts'
import { usePreview } from './preview.ts'
import { triggersBefore } from './tree.ts'

interface Given extends ActionFilling {
  draft: FlowDraft
  channels: ReadonlyMap<string, NotificationSpecification>
}

/** A message: by which channel, what that is told, and the text with a look at what would be sent. */
export function MessageForm(given: Given) {
  const { action, change, problemOf, channels } = given
  const channel = channels.get(action.channel)
  return (
    <>
      <Select
        label="Channel"
        value={action.channel}
        problem={problemOf('notification_type')}
        options={[...channels.values()].map(({ type, display_name }) => [type, display_name] as const)}
        reading={useChannelList()}
        onChange={({ target }) => change({ channel: target.value })}
      />
      {channel && channel.properties.length > 0 && (
        <div className="filter-parts">
          {channel.properties.map((property) => (
            <Parameter
              key={property.field}
              property={property}
              isSaved={action.savedChannel === action.channel}
              value={action.parameters[property.field] ?? ''}
              problem={problemOf(`parameters.${property.field}`)}
              put={(value) => change({ parameters: { ...action.parameters, [property.field]: value } })}
            />
          ))}
        </div>
      )}
      <Text {...given} />
      <TestSend {...given} channel={channel} />
    </>
  )
}

function Parameter({
  property: { title, type, required, secret, values, default: usual, placeholder, info },
  isSaved,
  value,
  problem,
  put,
}: {
  property: SpecificationProperty
  /** True: what is secret need not be given again. */
  isSaved: boolean
  value: string
  problem: string | null
  put: (value: string) => void
}) {
  const shared = {
    label: required ? title : `${title} (optional)`,
    required: required && !(secret && isSaved),
    note: info,
    value,
    problem,
    onChange: ({ target }: { target: { value: string } }) => put(target.value),
  }
  if (type === 'enum' && values.length > 0) {
    const usualLabel = values.find((one) => one.value === usual)?.label ?? usual
    const none = ['', usualLabel === null ? 'choose …' : `${usualLabel} (default)`] as const
    // Once: the first says the default one, unless it was chosen by itself.
    const others = values.filter((one) => one.value !== usual || value === usual)
    return <Select {...shared} options={[none, ...others.map((one) => [one.value, one.label] as const)]} />
  }
  if (type === 'object')
    return <CodeArea {...shared} label={`${shared.label}, as JSON`} placeholder={placeholder} />
  return (
    <TextField
      {...shared}
      type={secret ? 'password' : 'text'}
      autoComplete={secret ? 'new-password' : 'off'}
      placeholder={secret && isSaved ? 'empty: as it was saved' : (placeholder ?? usual ?? undefined)}
    />
  )
}

/** The message with the tokens that it may have, and below it what the newest event would make of it. */
function Text({ action, draft, change, problemOf }: Given) {
  const text = useRef<HTMLTextAreaElement>(null)
  const all = useAnswer('GET /api/flows/actions/notification/tokens', {})
  const { triggers, isAfterWork } = triggersBefore(draft.trigger_type, draft.actions, action)
  const known = all.data?.filter(({ trigger_type }) => triggers.includes(trigger_type)) ?? []
  const usual = known[0]?.default_message ?? ''
  const tokens = [...new Set(known.flatMap(({ valid_message_tokens }) => valid_message_tokens))]
  // A time and a person have none; before the messages are read nothing is known to be missing.
  const hasUsual = usual !== '' || all.data === undefined
  const preview = usePreview({
    trigger_type: draft.trigger_type,
    notification_type: action.channel,
    // Nothing says what there was to be put away.
    tokenized_message: isAfterWork ? '' : action.message || usual,
    flow_name: draft.name.trim() || null,
  })
  const insert = (token: string) => {
    const { selectionStart: from, selectionEnd: to } = text.current ?? {}
    const start = from ?? action.message.length
    change({ message: `${action.message.slice(0, start)}${token}${action.message.slice(to ?? start)}` })
    text.current?.focus()
  }
  return (
    <>
      <TextArea
        ref={text}
        label={hasUsual ? 'Message (empty: the default one)' : 'Message'}
        required={!hasUsual}
        value={action.message}
        placeholder={usual}
        problem={problemOf('tokenized_message') ?? preview.problem}
        onChange={({ target }) => change({ message: target.value })}
      />
      <NotRead of={all} />
      {tokens.length > 0 && (
        <div>
          <Menu label="Insert a token">
            {tokens.map((token) => (
              <MenuItem key={token} act={() => insert(token)}>
                {token}
              </MenuItem>
            ))}
          </Menu>
        </div>
      )}
      {preview.message !== null && (
        <figure className="preview">
          <figcaption className="muted">
            {preview.isExample
              ? 'With made-up values, as nothing that would set it off has happened yet:'
              : 'As the newest such event would make it:'}
          </figcaption>
          <pre className="message">{preview.message}</pre>
        </figure>
      )}
    </>
  )
}

/** Sends the message as it stands to its channel, tokens and all. */
function TestSend({ action, draft, channel }: Given & { channel: NotificationSpecification | undefined }) {
  const refused = useRoleRefusal('Manager')
  const test = useChange('POST /api/flows/actions/notifications/test')
  const send = () => {
    const tokenized_message =
      action.message.trim() === '' ? `Test of ${draft.name || 'a flow'}` : action.message
    const type = action.channel as ChannelType
    test.mutate({ body: { type, tokenized_message, parameters: parametersOf(action, channel) } })
  }
  return (
    <div className="row">
      <Button refused={refused} disabled={test.isPending} onClick={send}>
        Send a test
      </Button>
      <span role="status" className={test.error || test.data?.success === false ? 'problem' : ''}>
        {test.isPending && 'Sending …'}
        {test.data && (test.data.success ? `Sent. ${test.data.message}` : test.data.message)}
        {test.error?.message}
      </span>
    </div>
  )
}
