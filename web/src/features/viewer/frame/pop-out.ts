import { showToast } from '../../../ui/toast/toast-store.ts'
import { words } from './words.ts'

/** The view in a window of its own, without the app around it: for a second monitor. */
export function popOut(address: string): void {
  const target = new URL(address)
  target.searchParams.set('alone', '')
  const { availWidth, availHeight } = window.screen
  const features = `popup=1,width=${Math.round(availWidth * 0.8)},height=${Math.round(availHeight * 0.8)}`
  const opened = window.open(target.href, '_blank', features)
  if (opened === null) showToast(words.more.popOutBlocked, 'warning')
}
