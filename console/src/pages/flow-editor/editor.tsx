import { Link, useNavigate } from '@tanstack/react-router'
import type { Flow } from '../../api/api.generated.ts'
import { useChange } from '../../api/answers.ts'
import { ChangedMeanwhile } from '../../drafts/changed-meanwhile.tsx'
import { useFollowedForm } from '../../drafts/followed-form.ts'
import { useChannels } from '../../flows/channels.ts'
import { Button } from '../../kit/button.tsx'
import { EntryForm } from '../../kit/entry-form.tsx'
import { Failure } from '../../kit/failure.tsx'
import { TextArea, TextField } from '../../kit/fields.tsx'
import { tell } from '../../kit/toasts.tsx'
import { MayNot } from '../../kit/may-not.tsx'
import { Tick } from '../../kit/tick.tsx'
import { useRoleRefusal } from '../../shell/rights.ts'
import { ActionsPart } from './actions-part.tsx'
import { draftOf, inputOf, mergedFlow, readObject, type FlowDraft } from './draft.ts'
import { problemsOf } from './problems.ts'
import { inOrder } from './tree.ts'
import { TriggerPart, type Filling } from './trigger-part.tsx'

/** The form of a flow; null: of a new one. */
export function Editor({ start, flow }: { start: FlowDraft; flow: Flow | null }) {
  const form = useFollowedForm({
    name: 'GET /api/flows/{id}',
    given: { path: { id: flow?.id ?? 0 } },
    known: flow,
    draftOf,
    start,
    merge: mergedFlow,
  })
  const { draft, base, overtaken } = form
  const { error, isPending, save, forget } = useSaving(flow)
  const channels = useChannels()
  const put = (members: Partial<FlowDraft>) => {
    form.put(members)
    // What was found wrong stood at the places of before.
    if (members.actions) forget()
  }
  const actions = inOrder(draft.actions)
  const problemOf = problemsOf(error)
  const notManager = useRoleRefusal('Manager')
  const refused = notManager ?? missingIn(draft, channels.size > 0)
  const title = flow === null ? 'New flow' : `Change ${flow.name}`
  return (
    <EntryForm
      className="stack flow-editor"
      written={draft}
      kept={base}
      submit={() => {
        const own = actions.map(({ action }) => action)
        if (refused === null && !isPending) form.save(() => save(inputOf(draft, own, channels)))
      }}
    >
      <title>{`${title} · Assay`}</title>
      <h1>{title}</h1>
      <MayNot why={notManager} />
      <ChangedMeanwhile overtaken={overtaken} what="flow" />
      <Naming draft={draft} put={put} problemOf={problemOf} />
      <TriggerPart draft={draft} put={put} problemOf={problemOf} />
      <ActionsPart draft={draft} actions={actions} put={put} problemOf={problemOf} channels={channels} />
      <Tick
        words="On: it is set off from the moment it is saved"
        isTicked={draft.deactivated !== true}
        tick={(isOn) => put({ deactivated: !isOn })}
      />
      <p className="muted">
        It acts in your name: it tells of what you may see, and starts what you may start.
      </p>
      {error && <Failure error={error} />}
      <div className="row">
        <Button kind="primary" type="submit" refused={refused} disabled={isPending}>
          {flow === null ? 'Make the flow' : 'Save'}
        </Button>
        <Link to={(flow === null ? '/flows' : `/flows/${flow.id}`) as string}>
          {flow === null ? 'Back to the flows' : 'Back to the flow'}
        </Link>
      </div>
    </EntryForm>
  )
}

function Naming({ draft, put, problemOf }: Filling) {
  return (
    <>
      <TextField
        label="Name"
        required
        value={draft.name}
        problem={problemOf('name')}
        onChange={({ target }) => put({ name: target.value })}
      />
      <TextArea
        label="Description (optional)"
        rows={2}
        value={draft.description}
        problem={problemOf('description')}
        onChange={({ target }) => put({ description: target.value })}
      />
    </>
  )
}

/** What is to be done before it can be saved; null: nothing. */
function missingIn({ actions }: FlowDraft, areChannelsKnown: boolean): string | null {
  // What a channel is told is sent as its specification has it: without that it would be lost.
  if (!areChannelsKnown && actions.some(({ type }) => type === 'notification'))
    return 'The channels of its messages could not be read yet.'
  const isUnread = actions.some(
    ({ type, run }) => type === 'operation' && run.rest.trim() !== '' && readObject(run.rest) === null,
  )
  return isUnread ? 'The settings of a run are no JSON object; mend them first.' : null
}

function useSaving(flow: Flow | null) {
  const make = useChange('POST /api/flows')
  const change = useChange('PUT /api/flows/{id}')
  const navigate = useNavigate()
  const then = {
    onSuccess({ id, name }: Flow) {
      tell(`${name} is saved.`)
      void navigate({ to: `/flows/${id}`, ignoreBlocker: true })
    },
  }
  return {
    error: make.error ?? change.error,
    isPending: make.isPending || change.isPending,
    forget() {
      make.reset()
      change.reset()
    },
    save(body: ReturnType<typeof inputOf>) {
      if (flow === null) make.mutate({ body }, then)
      else change.mutate({ path: { id: flow.id }, body }, then)
    },
  }
}
