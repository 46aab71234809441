import type { Anomaly } from '../api/api.generated.ts'
import { useAnswer, useChange } from '../api/answers.ts'
import { differing } from '../api/differing.ts'
import { FollowedEntry } from '../drafts/followed-entry.tsx'
import { useFollowedForm } from '../drafts/followed-form.ts'
import { Choices } from '../kit/choices.tsx'
import { TextArea } from '../kit/fields.tsx'
import { tell } from '../kit/toasts.tsx'
import { SaveFoot } from '../kit/save-foot.tsx'
import { useRefusal } from '../shell/rights.ts'

interface Draft {
  description: string
  tags: readonly string[]
}

function draftOf({ description, global_tags }: Anomaly): Draft {
  return { description: description ?? '', tags: global_tags.map(({ name }) => name) }
}

const membersOf = ({ description, tags }: Draft) => ({ description: description.trim() || null, tags })

/** Where the note and the tags of an anomaly are written. */
export default function NoteForm({ anomaly, close }: { anomaly: Anomaly; close: () => void }) {
  const path = { id: String(anomaly.id) }
  const form = useFollowedForm({
    name: 'GET /api/anomalies/{id}',
    given: { path },
    known: anomaly,
    draftOf,
  })
  const { draft, base, put } = form
  const tags = useAnswer('GET /api/global-tags/listing', {})
  const notEditor = useRefusal(anomaly.datastore.id, 'Editor')
  const change = useChange('PUT /api/anomalies/{id}')
  const save = () =>
    change.mutate(
      { path, body: differing(membersOf(base), membersOf(draft)) },
      {
        onSuccess() {
          close()
          tell(`What is noted of anomaly ${anomaly.id} is changed.`)
        },
      },
    )
  return (
    <FollowedEntry form={form} what="anomaly" save={save}>
      {notEditor === null ? (
        <TextArea
          label="Note (optional)"
          rows={4}
          value={draft.description}
          onChange={({ target }) => put({ description: target.value })}
        />
      ) : (
        <p className="muted">Its note: {notEditor}</p>
      )}
      <Choices
        title="Tags"
        options={tagsOf(
          draft,
          tags.data?.map(({ name }) => name),
        )}
        chosen={draft.tags}
        choose={(chosen) => put({ tags: chosen })}
        reading={tags}
      />
      <SaveFoot change={change} />
    </FollowedEntry>
  )
}

/** All tags, with those that the anomaly has. */
function tagsOf({ tags }: Draft, known: readonly string[] = []) {
  return [...new Set([...known, ...tags])].toSorted().map((name) => [name, name] as const)
}
