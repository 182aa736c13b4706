import Box from '@mui/material/Box'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { viewerKeys } from '../../../engine/viewer/input/keys.ts'
import { PanelRightClose } from '../../../ui/frame/icons.ts'
import { TabBar, TabPanel } from '../../../ui/frame/tab-bar.tsx'
import { BarButton } from '../bar/bar-button.tsx'
import { PanelHandle } from './panel-handle.tsx'
import { words } from './words.ts'

export interface PanelTab {
  key: string
  label: string
  icon: LucideIcon
  content: ReactNode
}

interface SidePanelProps {
  tabs: readonly PanelTab[]
  tab: string
  onTab: (tab: string) => void
  width: number
  onWidth: (width: number) => void
  onClose: () => void
}

/** Beside the image: what one sets and knows about it. */
export function SidePanel({ width, onWidth, ...rest }: SidePanelProps) {
  return (
    <Box
      component="aside"
      aria-label={words.panel.title}
      sx={{
        position: 'relative',
        flexShrink: 0,
        maxWidth: '50%',
        borderLeft: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
      style={{ width }}
    >
      <PanelHandle width={width} onWidth={onWidth} />
      <PanelTabs {...rest} />
    </Box>
  )
}

type PanelTabsProps = Omit<SidePanelProps, 'width' | 'onWidth'>

export function PanelTabs({ tabs, tab, onTab, onClose }: PanelTabsProps) {
  const open = tabs.find(({ key }) => key === tab) ?? tabs[0]
  if (open === undefined) return null
  return (
    <Box sx={{ height: '100%', display: 'flex', flexDirection: 'column', minHeight: 0 }}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          pr: 1,
          flexShrink: 0,
          '& .MuiTabs-root': { mb: 0, flex: 1, borderBottom: 0 },
          '& .MuiTab-root': { flexGrow: 1, minHeight: 48, px: 1, py: 1.5, fontSize: 11, lineHeight: '16px' },
          '& .MuiTab-icon': { mb: 0.5 },
        }}
      >
        <TabBar label={words.panel.title} tabs={tabs} current={open.key} onChange={onTab} />
        <BarButton
          label={words.panel.hide}
          icon={PanelRightClose}
          shortcut={viewerKeys.panel.shown}
          onClick={onClose}
        />
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', borderTop: 1, borderColor: 'divider' }}>
        <TabPanel tab={open.key}>{open.content}</TabPanel>
      </Box>
    </Box>
  )
}
