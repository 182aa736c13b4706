import { z } from '@cresyl/contract/zod'
import { useEffect, useState } from 'react'
import { useOwnPreferences } from '../../../lib/storage/preferences-context.tsx'
import { useNarrow } from '../../../ui/use-narrow.ts'

export const panelWidths = { narrowest: 260, usual: 320, widest: 640 } as const

const layoutSchema = z.object({
  tray: z.boolean(),
  panel: z.boolean(),
  panelWidth: z.number().min(panelWidths.narrowest).max(panelWidths.widest),
  tab: z.string(),
  navigator: z.boolean(),
})

/** What someone has open around the image. */
export type Layout = z.infer<typeof layoutSchema>

const usual: Layout = {
  tray: true,
  panel: true,
  panelWidth: panelWidths.usual,
  tab: 'image',
  navigator: true,
}
const key = 'viewer-layout'

/** On narrow screens, and in a window of its own, everything is closed at first: the image comes first. */
const closed = { tray: false, panel: false, navigator: false } as const

type UsedLayout = [Layout | undefined, (change: Partial<Layout>) => void]

/** Undefined until it is known: nothing is to jump. */
export function useLayout(): UsedLayout {
  const [layout, change] = useKeptLayout()
  const [sheets, setSheets] = useState<Pick<Layout, keyof typeof closed>>(closed)
  const narrow = useNarrow()
  const [isAlone] = useState(() => new URLSearchParams(location.search).has('alone'))
  if (layout === undefined || !(narrow || isAlone)) return [layout, change]

  function changeSheets({ tray, panel, navigator, ...kept }: Partial<Layout>) {
    setSheets((before) => ({
      // Of two sheets the one would lie over the other.
      tray: tray ?? (narrow && panel ? false : before.tray),
      panel: panel ?? (narrow && tray ? false : before.panel),
      navigator: navigator ?? before.navigator,
    }))
    if (Object.keys(kept).length > 0) change(kept)
  }

  return [{ ...layout, ...sheets }, changeSheets]
}

/** As it was left, on this device. */
function useKeptLayout(): UsedLayout {
  const preferences = useOwnPreferences()
  const [layout, setLayout] = useState<Layout>()
  useEffect(() => {
    let current = true
    preferences.get(key).then((kept) => {
      if (current) setLayout(layoutSchema.safeParse(kept).data ?? usual)
    })
    return () => {
      current = false
    }
  }, [preferences])

  function change(part: Partial<Layout>) {
    const next = { ...(layout ?? usual), ...part }
    setLayout(next)
    preferences.set(key, next)
  }

  return [layout, change]
}
