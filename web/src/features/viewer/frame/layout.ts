import { z } from '@cresyl/contract/api/zod'

/** The narrowest has room for all tabs. */
export const panelWidths = { narrowest: 304, usual: 320, widest: 640 } as const

const layoutSchema = z.object({
  tray: z.boolean(),
  panel: z.boolean(),
  panelWidth: z
    .number()
    .max(panelWidths.widest)
    .transform((width) => Math.max(width, panelWidths.narrowest)),
  tab: z.string(),
  /** The columns of tools: folded on narrow screens only. */
  tools: z.boolean().default(true),
  navigator: z.boolean(),
  /** The list of what was measured. */
  measurements: z.boolean().default(true),
})

/** What someone has open around the image. */
export type Layout = z.infer<typeof layoutSchema>

export const usualLayout: Layout = {
  tray: true,
  panel: true,
  panelWidth: panelWidths.usual,
  tab: 'image',
  tools: true,
  navigator: true,
  measurements: true,
}

/** The usual one where nothing is kept, or what an older version kept is of no use. */
export const readLayout = (kept: unknown): Layout => layoutSchema.safeParse(kept).data ?? usualLayout

/** What begins closed on narrow screens and in a window of its own, and is never kept there. */
export type Sheets = Pick<Layout, 'tray' | 'panel' | 'tools' | 'navigator' | 'measurements'>

/** The image comes first. */
export const closedSheets: Sheets = {
  tray: false,
  panel: false,
  tools: false,
  navigator: false,
  measurements: false,
}

/** What a change makes of the sheets, and what of it is kept; on narrow screens one sheet would lie over the other. */
export function changedSheets(
  before: Sheets,
  { tray, panel, tools, navigator, measurements, ...kept }: Partial<Layout>,
  isNarrow: boolean,
): { sheets: Sheets; kept: Partial<Layout> } {
  const sheets = {
    tray: tray ?? (isNarrow && panel ? false : before.tray),
    panel: panel ?? (isNarrow && tray ? false : before.panel),
    tools: tools ?? before.tools,
    navigator: navigator ?? before.navigator,
    measurements: measurements ?? before.measurements,
  }
  return { sheets, kept }
}
