import type { AnnotationClassification } from '@cresyl/contract/annotations/annotations'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useEffect } from 'react'
import type { Shape } from '../../../engine/annotations/content/shape.ts'
import { unclassified } from '../../../engine/annotations/drawing/shape-colours.ts'
import { useOwnPreferences } from '../../../lib/session/preferences-context.tsx'
import type { AnnotationSession } from './annotation-session.ts'
import { useAnnotationTools } from './annotations-desk.tsx'
import { useAnnotationClasses } from './queries.ts'
import { words } from './words.ts'

export function Swatch({ color }: { color: string }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        display: 'inline-block',
        width: 12,
        height: 12,
        borderRadius: 0.5,
        border: 1,
        borderColor: 'divider',
        flexShrink: 0,
      }}
      style={{ background: color }}
    />
  )
}

/** The class of what is drawn next; the last one is kept. */
export function NextClass({ session }: { session: AnnotationSession }) {
  const classes = useAnnotationClasses()
  const preferences = useOwnPreferences()
  const chosen = useAnnotationTools(session, (state) => state.classification)
  const { tools } = session

  useEffect(() => {
    let isThere = true
    void preferences.get('annotationClass').then((kept) => {
      const found = classes.find(({ name }) => name === kept)
      if (isThere && found && tools.state().classification === null)
        tools.set({ classification: { name: found.name, color: found.color } })
    })
    return () => {
      isThere = false
    }
  }, [classes, preferences, tools])
  const name = chosen?.name
  useEffect(() => {
    if (name !== undefined) void preferences.set('annotationClass', name)
  }, [name, preferences])

  return (
    <ClassField
      label={words.classes.next}
      chosen={chosen}
      onChoose={(classification) => tools.set({ classification })}
    />
  )
}

interface SelectedClassProps {
  session: AnnotationSession
  shapes: readonly Shape[]
  mayChange: boolean
}

/** The class of what is selected. */
export function SelectedClass({ session, shapes, mayChange }: SelectedClassProps) {
  const [first] = shapes
  const name = first?.classification?.name
  return (
    <ClassField
      label={words.classes.label}
      chosen={
        shapes.every((each) => each.classification?.name === name) ? (first?.classification ?? null) : 'mixed'
      }
      disabled={!mayChange}
      onChoose={(classification) => {
        const patch = { classification }
        session.document.perform({ update: shapes.map(({ id }) => ({ id, patch })) })
      }}
    />
  )
}

interface ClassFieldProps {
  label: string
  chosen: AnnotationClassification | null | 'mixed'
  disabled?: boolean
  onChoose: (classification: AnnotationClassification | null) => void
}

/** Names of classes can be anything: what stands before them tells them from the other choices. */
const optionOf = (chosen: ClassFieldProps['chosen']) =>
  chosen === 'mixed' ? 'mixed' : chosen === null ? 'none' : `class ${chosen.name}`

function ClassField({ label, chosen, disabled = false, onChoose }: ClassFieldProps) {
  const classes = useAnnotationClasses()
  const isOther = chosen !== null && chosen !== 'mixed' && !classes.some(({ name }) => name === chosen.name)
  const offered = isOther ? [...classes, { ...chosen, hotkey: null }] : classes
  return (
    <TextField
      select
      size="small"
      fullWidth
      label={label}
      disabled={disabled}
      value={optionOf(chosen)}
      onChange={({ target }) => {
        const found = offered.find((each) => optionOf(each) === target.value)
        onChoose(found ? { name: found.name, color: found.color } : null)
      }}
      slotProps={{
        inputLabel: { shrink: true },
        select: {
          renderValue: () =>
            chosen === 'mixed' ? (
              words.classes.mixed
            ) : (
              <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
                <Swatch color={chosen?.color ?? unclassified} />
                {chosen?.name ?? words.classes.none}
              </Box>
            ),
        },
      }}
    >
      {chosen === 'mixed' && (
        <MenuItem value="mixed" disabled>
          {words.classes.mixed}
        </MenuItem>
      )}
      <MenuItem value="none">
        <Swatch color={unclassified} />
        <Box component="span" sx={{ ml: 2 }}>
          {words.classes.none}
        </Box>
      </MenuItem>
      {offered.map((each) => (
        <MenuItem key={each.name} value={optionOf(each)}>
          <Swatch color={each.color} />
          <Box component="span" sx={{ ml: 2, flex: 1 }}>
            {each.name}
          </Box>
          {each.hotkey && <kbd>{each.hotkey.toUpperCase()}</kbd>}
        </MenuItem>
      ))}
    </TextField>
  )
}
