import { useSyncExternalStore } from 'react'

let isPrinting = false

/** Whether the page is being printed: what is drawn only where it is looked at has to be there then. */
export function usePrinting(): boolean {
  return useSyncExternalStore(listen, () => isPrinting)
}

function listen(listener: () => void): () => void {
  const begin = () => {
    isPrinting = true
    listener()
  }
  const end = () => {
    isPrinting = false
    listener()
  }
  addEventListener('beforeprint', begin)
  addEventListener('afterprint', end)
  return () => {
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
  }
}
