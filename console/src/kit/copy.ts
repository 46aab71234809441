import { tell } from './toasts.tsx'

/** Puts a text into the clipboard and says so by `told`; where the browser refuses it, by `refused`. */
export async function copyText(
  text: string,
  told: string,
  refused = 'The browser refused to copy.',
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    tell(told)
  } catch {
    tell(refused)
  }
}
