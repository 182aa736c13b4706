import type { Pyramid } from '@cresyl/contract/slides/viewers'
import { type KeyAction, viewerKeys } from '../../../engine/viewer/input/keys.ts'
import { words } from './words.ts'

export function channelName({ channels }: Pyramid, index: number): string {
  const name = channels[index]?.name?.trim() ?? ''
  return name === '' ? words.channels.channel(index + 1) : name
}

/** What switches it on and off; only the first nine have a figure. */
export function channelKey(index: number): string | undefined {
  const action = `channel${index + 1}`
  return isKey(action) ? viewerKeys[action].shown : undefined
}

function isKey(action: string): action is KeyAction {
  return Object.hasOwn(viewerKeys, action)
}
