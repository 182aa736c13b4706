import type { AnnotationClassification } from '@cresyl/contract/annotations'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useEffect } from 'react'
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

/** The class of what is drawn next, and of what is selected; the last one is kept. */
export function ClassChooser({ session }: { session: AnnotationSession }) {
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

  function choose(classification: AnnotationClassification | null) {
    tools.set({ classification })
    tools.document.perform({
      update: tools.changeable().map(({ id }) => ({ id, patch: { classification } })),
    })
  }

  return (
    <TextField
      select
      size="small"
      fullWidth
      label={words.classes.label}
      value={chosen?.name ?? ''}
      onChange={({ target }) => {
        const found = classes.find((each) => each.name === target.value)
        choose(found ? { name: found.name, color: found.color } : null)
      }}
      slotProps={{
        inputLabel: { shrink: true },
        select: {
          displayEmpty: true,
          renderValue: (value) => (
            <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
              <Swatch color={chosen?.color ?? unclassified} />
              {String(value) || words.classes.none}
            </Box>
          ),
        },
      }}
    >
      <MenuItem value="">
        <Swatch color={unclassified} />
        <Box component="span" sx={{ ml: 2 }}>
          {words.classes.none}
        </Box>
      </MenuItem>
      {classes.map((each) => (
        <MenuItem key={each.name} value={each.name}>
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
