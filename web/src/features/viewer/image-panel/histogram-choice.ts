import { z } from '@cresyl/contract/api/zod'
import { useKept } from './use-kept.ts'

const schema = z.object({ logarithmic: z.boolean(), whole: z.boolean() })

/** How histograms are drawn. */
export type HistogramChoice = z.infer<typeof schema>

const usual: HistogramChoice = { logarithmic: true, whole: false }

export function useHistogramChoice() {
  return useKept('viewer-histogram', schema, usual)
}
