import { Dialog } from '../kit/dialog.tsx'
import { keys } from './keys.ts'
import './keys-sheet.css'

/** All keys, and what they do. */
export default function KeysSheet({ close }: { close: () => void }) {
  return (
    <Dialog title="Keys" isOpen close={close}>
      {Object.entries(keys).map(([where, list]) => (
        <section key={where} aria-label={where}>
          <h3>{where}</h3>
          <dl className="keys">
            {list.map(([key, does]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
