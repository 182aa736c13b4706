import type { TabUploads } from './use-tab-uploads.ts'

/** Where in this browser a file is being sent from. */
export type Sending = { tab: 'this' } | { tab: 'other'; percent: number }

const here = { tab: 'this' } as const

/** Undefined: by nobody in this browser. */
export function sendingOf(
  fileId: string,
  sentHere: ReadonlySet<string>,
  tabUploads: TabUploads,
): Sending | undefined {
  if (sentHere.has(fileId)) return here
  const percent = tabUploads.get(fileId)
  return percent === undefined ? undefined : { tab: 'other', percent }
}
