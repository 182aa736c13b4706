import { useEffect, useEffectEvent } from 'react'
import { panelParameter } from '../../../ui/slide/qc-address.ts'
import type { Layout } from './layout.ts'

/** Opens the tab of the panel that the address asks for, once: then it is as one leaves it. */
export function useAskedTab(
  slideId: string,
  isKnown: boolean,
  onLayout: (change: Partial<Layout>) => void,
): void {
  const open = useEffectEvent(() => {
    const address = new URL(location.href)
    const tab = address.searchParams.get(panelParameter)
    if (tab === null) return
    address.searchParams.delete(panelParameter)
    history.replaceState(history.state, '', address)
    onLayout({ panel: true, tab })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each slide may be opened by another address
  useEffect(() => {
    if (isKnown) open()
  }, [isKnown, slideId])
}
