import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'

interface TabBarProps<Key extends string> {
  label: string
  tabs: readonly { key: Key; label: string; icon?: LucideIcon }[]
  current: Key
  onChange: (key: Key) => void
}

/** The tabs of a page: arrows move between them, Enter or Space opens one; on a phone they scroll sideways. */
export function TabBar<Key extends string>({ label, tabs, current, onChange }: TabBarProps<Key>) {
  const bar = useRef<HTMLDivElement>(null)
  useInSight(bar, current)
  return (
    <Tabs
      ref={bar}
      value={current}
      onChange={(_, key: Key) => onChange(key)}
      aria-label={label}
      variant="scrollable"
      scrollButtons="auto"
      allowScrollButtonsMobile={false}
      sx={{ mb: 5, borderBottom: 1, borderColor: 'divider' }}
    >
      {tabs.map((tab) => (
        <Tab
          key={tab.key}
          value={tab.key}
          label={tab.label}
          {...(tab.icon && { icon: <tab.icon size={18} aria-hidden /> })}
          id={tabId(tab.key)}
          // Only the open one has a panel on the page to point at.
          {...(tab.key === current && { 'aria-controls': panelId(tab.key) })}
          sx={{ minWidth: 0, px: 4, '&:focus-visible': { outlineOffset: -3, borderRadius: 1 } }}
        />
      ))}
    </Tabs>
  )
}

/** The open tab is read as a whole, also when there is less room than before or its letters have come late. */
function useInSight(bar: RefObject<HTMLDivElement | null>, current: string): void {
  useEffect(() => {
    const { current: element } = bar
    if (element === null) return
    const show = () => {
      const scroller = element.querySelector<HTMLElement>('.MuiTabs-scroller')
      const tab = element.querySelector<HTMLElement>('[aria-selected="true"]')
      if (scroller === null || tab?.id !== tabId(current)) return
      const end = tab.offsetLeft + tab.offsetWidth
      if (tab.offsetLeft < scroller.scrollLeft) scroller.scrollLeft = tab.offsetLeft
      else if (end > scroller.scrollLeft + scroller.clientWidth)
        scroller.scrollLeft = end - scroller.clientWidth
    }
    const watcher = new ResizeObserver(show)
    watcher.observe(element)
    for (const tab of element.querySelectorAll('[role="tab"], .MuiTabs-scroller')) watcher.observe(tab)
    return () => watcher.disconnect()
  }, [bar, current])
}

/** What the open tab shows. */
export function TabPanel({ tab, children }: { tab: string; children: ReactNode }) {
  return (
    <Box role="tabpanel" id={panelId(tab)} aria-labelledby={tabId(tab)} sx={{ height: '100%' }}>
      {children}
    </Box>
  )
}

const tabId = (key: string) => `tab-${key}`
const panelId = (key: string) => `panel-${key}`
