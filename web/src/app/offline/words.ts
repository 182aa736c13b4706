import { isolate } from '@cresyl/contract/api/isolate'
import type { Unsent } from '../../engine/annotations/sync/count-unsent.ts'
import { counted } from '../../ui/text/counted.ts'
import { formatNumber } from '../../ui/text/dates.ts'

export const words = {
  title: 'No connection to the server.',
  /** Of which slides, where that is known. */
  kept: (unsent: readonly Unsent[]) => {
    const all = unsent.reduce((sum, { count }) => sum + count, 0)
    const parts = unsent.map(({ slide, count }, index) => {
      const what = index === 0 ? counted(count, 'annotation') : formatNumber(count)
      return slide === null ? what : `${what} of slide ${isolate(slide)}`
    })
    const last = parts.pop() ?? ''
    const list = parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
    return `${list} ${all === 1 ? 'is' : 'are'} kept in this browser and will be sent when the connection is back.`
  },
  goesOn: 'This page reconnects automatically.',
} as const
