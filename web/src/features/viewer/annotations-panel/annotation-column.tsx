import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { AnnotationToolName } from '../../../engine/annotations/tools/tools-state.ts'
import { type KeyAction, viewerKeys } from '../../../engine/viewer/input/keys.ts'
import {
  Brush,
  Circle,
  CircleDot,
  Lasso,
  MousePointer2,
  Pentagon,
  Spline,
  Square,
  WandSparkles,
} from '../../../ui/frame/icons.ts'
import { BarButton } from '../bar/bar-button.tsx'
import { ColumnHeading } from '../bar/column-heading.tsx'
import { floating } from '../bar/floating.ts'
import type { AnnotationSession } from './annotation-session.ts'
import { toggleTool, useAnnotationSession, useAnnotationTools } from './annotations-desk.tsx'
import { useDrawingRefusal } from './use-refusal.ts'
import { words } from './words.ts'

const buttons = [
  { tool: 'select', icon: MousePointer2, action: 'editShapes' },
  { tool: 'point', icon: CircleDot, action: 'drawPoint' },
  { tool: 'line', icon: Spline, action: 'drawLine' },
  { tool: 'rectangle', icon: Square, action: 'drawRectangle' },
  { tool: 'ellipse', icon: Circle, action: 'drawEllipse' },
  { tool: 'polygon', icon: Pentagon, action: 'drawPolygon' },
  { tool: 'freehand', icon: Lasso, action: 'drawFreehand' },
  { tool: 'brush', icon: Brush, action: 'drawBrush' },
  { tool: 'wand', icon: WandSparkles, action: 'drawWand' },
] as const satisfies readonly { tool: AnnotationToolName; icon: unknown; action: KeyAction }[]

/** Beside the measuring tools: those that draw annotations. */
export function AnnotationColumn() {
  const session = useAnnotationSession()
  return session && <Column session={session} />
}

function Column({ session }: { session: AnnotationSession }) {
  const refusal = useDrawingRefusal()
  const tool = useAnnotationTools(session, (state) => state.tool)
  return (
    <Box sx={{ width: 'fit-content' }}>
      <Box
        role="toolbar"
        aria-orientation="vertical"
        aria-label={words.column}
        sx={{ ...floating, p: 0.5, display: 'flex', flexDirection: 'column', alignItems: 'center', gap: 0.5 }}
      >
        <ColumnHeading>{words.column}</ColumnHeading>
        {buttons.map(({ tool: name, icon, action }) => (
          <BarButton
            key={name}
            beside
            label={refusal === null ? words.tools[name] : `${words.tools[name]}. ${refusal}`}
            icon={icon}
            {...(refusal === null && { shortcut: viewerKeys[action].shown })}
            pressed={tool === name}
            disabled={refusal !== null}
            onClick={() => toggleTool(session, name)}
          />
        ))}
      </Box>
      {tool && <Hint text={words.hints[tool]} onEnd={() => session.tools.setTool(null)} />}
    </Box>
  )
}

/** What to do with the tool in hand, above the picture; it is drawn on through it. A finger has no Escape key. */
function Hint({ text, onEnd }: { text: string; onEnd: () => void }) {
  return (
    <Box
      role="status"
      sx={{
        ...floating,
        position: 'absolute',
        top: 52,
        left: 'calc(50cqw - 8px)',
        transform: 'translateX(-50%)',
        width: 'max-content',
        maxWidth: 'min(560px, 100cqw - 112px)',
        px: 3,
        py: 1,
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        pointerEvents: 'none',
      }}
    >
      <Typography variant="body2">{text}</Typography>
      <Button size="small" onClick={onEnd} sx={{ minHeight: 28, pointerEvents: 'auto' }}>
        {words.end}
      </Button>
    </Box>
  )
}
