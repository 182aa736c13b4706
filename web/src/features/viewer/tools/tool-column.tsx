import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Typography from '@mui/material/Typography'
import { viewerKeys } from '../../../engine/viewer/input/keys.ts'
import type { Tools } from '../../../engine/viewer/tools/create-tools.ts'
import type { ToolName } from '../../../engine/viewer/tools/tools-state.ts'
import { Angle, Grid3x3, ImageDown, LandPlot, LocateFixed, Ruler, Target } from '../../../ui/frame/icons.ts'
import { BarButton } from '../bar/bar-button.tsx'
import { ColumnHeading } from '../bar/column-heading.tsx'
import { floating } from '../bar/floating.ts'
import { FieldSettings } from './field-settings.tsx'
import { GridSettings } from './grid-settings.tsx'
import { SnapshotButton } from './snapshot-button.tsx'
import { useToolDesk } from './tools-provider.tsx'
import { useActiveTools, useToolsState } from './use-tools.ts'
import { words } from './words.ts'

const measuring = [
  { tool: 'ruler', icon: Ruler },
  { tool: 'angle', icon: Angle },
  { tool: 'area', icon: LandPlot },
] as const

/** Left edge: the tools in one column; what the one in hand wants stands beside it. */
export function ToolColumn() {
  const tools = useActiveTools()
  return tools && <Column key={tools.view.image.id} tools={tools} />
}

function Column({ tools }: { tools: Tools }) {
  const desk = useToolDesk()
  const tool = useToolsState(tools, (state) => state.tool)
  const isGridShown = useToolsState(tools, (state) => state.grid.shown)
  const hasScale = tools.view.image.space.unit === 'µm'
  return (
    // No larger than the column: what lies around it is the picture's.
    <Box sx={{ position: 'relative', width: 'fit-content' }}>
      <Box
        role="toolbar"
        aria-orientation="vertical"
        aria-label={words.column}
        sx={{ ...floating, p: 0.5, display: 'flex', flexDirection: 'column', alignItems: 'center', gap: 0.5 }}
      >
        <ColumnHeading>{words.measure}</ColumnHeading>
        {measuring.map(({ tool: name, icon }) => (
          <BarButton
            key={name}
            beside
            label={words.tools[name]}
            icon={icon}
            shortcut={viewerKeys[name].shown}
            pressed={tool === name}
            onClick={() => desk.toggle(name)}
          />
        ))}
        <BarButton
          beside
          label={hasScale ? words.tools.field : words.noScaleField}
          icon={Target}
          {...(hasScale && { shortcut: viewerKeys.field.shown })}
          pressed={tool === 'field'}
          disabled={!hasScale}
          onClick={() => desk.toggle('field')}
        />
        {hasScale && <FieldSettings tools={tools} />}
        <BarButton
          beside
          label={words.tools.grid}
          icon={Grid3x3}
          shortcut={viewerKeys.grid.shown}
          pressed={isGridShown}
          onClick={desk.toggleGrid}
        />
        <GridSettings tools={tools} />
        <Divider flexItem />
        <SnapshotButton />
        <BarButton
          beside
          label={words.export.open}
          icon={ImageDown}
          opens="dialog"
          shortcut={viewerKeys.exportRegion.shown}
          onClick={() => desk.open('export')}
        />
        <BarButton
          beside
          label={words.goTo.open}
          icon={LocateFixed}
          opens="dialog"
          shortcut={viewerKeys.goTo.shown}
          onClick={() => desk.open('goTo')}
        />
      </Box>
      {tool && <Hint tool={tool} onEnd={() => tools.setTool(null)} />}
    </Box>
  )
}

/** What to do with the tool in hand; a finger has no Escape key. */
function Hint({ tool, onEnd }: { tool: ToolName; onEnd: () => void }) {
  return (
    <Box
      role="status"
      sx={{
        ...floating,
        position: 'absolute',
        top: 48,
        left: 'calc(100% + 8px)',
        width: 'max-content',
        maxWidth: 240,
        px: 3,
        py: 1,
        display: 'flex',
        alignItems: 'center',
        gap: 2,
      }}
    >
      <Typography variant="body2">{words.hints[tool]}</Typography>
      <Button size="small" onClick={onEnd} sx={{ minHeight: 28 }}>
        {words.end}
      </Button>
    </Box>
  )
}
