import type { InboxMessage } from '../../api/api.generated.ts'
import { useChange } from '../../api/answers.ts'
import { Button } from '../../kit/button.tsx'
import { Time } from '../../kit/time.tsx'
import { tell } from '../../kit/toasts.tsx'
import { visible } from '../../words/texts.ts'

/** A message with its lines, and the way to have read it. */
export function Message({ message: { id, message, created, read } }: { message: InboxMessage }) {
  const mark = useChange('PUT /api/notifications/{id}')
  return (
    <li className={read ? 'message muted' : 'message'}>
      <p>
        {!read && <span className="chip">new</span>}{' '}
        <span>{message.split('\n').map(visible).join('\n')}</span>
      </p>
      <Time at={created} />
      <Button
        disabled={mark.isPending}
        onClick={() =>
          mark.mutate({ path: { id }, body: { read: !read } }, { onError: (error) => tell(error.message) })
        }
      >
        {read ? 'Mark as unread' : 'Mark as read'}
      </Button>
    </li>
  )
}
