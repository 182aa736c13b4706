import { textLimits } from '@cresyl/contract/api/limits'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import InputBase from '@mui/material/InputBase'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useState,
} from 'react'
import { createPath, useNavigate } from 'react-router'
import { Search, X } from '../../ui/frame/icons.ts'
import type { PaletteAction } from '../../ui/frame/palette-actions.ts'
import { useNarrow } from '../../ui/frame/use-narrow.ts'
import { VisuallyHidden } from '../../ui/frame/visually-hidden.tsx'
import { type Item, isRetry } from './items.ts'
import { PaletteKeys } from './palette-keys.tsx'
import { PaletteList } from './palette-list.tsx'
import type { TypedAhead } from './typed-ahead.ts'
import { usePaletteGroups } from './use-palette-groups.ts'
import { words } from './words.ts'

interface PaletteProps {
  /** What was typed before it was there. */
  ahead: TypedAhead
  actions: readonly PaletteAction[]
  onClose: () => void
}

/** One box for slides, projects and commands: arrows choose, Enter opens, with Ctrl in a new tab. */
export function Palette({ ahead, actions, onClose }: PaletteProps) {
  const id = useId()
  const narrow = useNarrow('sm')
  const [typed, setTyped] = useState(ahead.typed)
  useLayoutEffect(() => {
    // The box has the focus now.
    setTyped(ahead.typed())
    ahead.stop()
  }, [ahead])
  const [chosen, setChosen] = useState<string | null>(null)
  const { groups, search, isPending, isNothing } = usePaletteGroups(typed, actions)
  const items = groups.flatMap((group) => group.items)
  const active = items.find(({ key }) => key === chosen) ?? (isNothing ? undefined : items[0])
  const open = useOpen(onClose)
  const enter = useEnter(isPending && active?.key !== chosen, active, open)

  function change(text: string) {
    setTyped(text)
    setChosen(null)
    enter.forget()
  }

  function step(by: number) {
    const at = active ? items.indexOf(active) : -1
    const next = items[(at + by + items.length) % items.length]
    if (next) setChosen(next.key)
  }

  function onKeyDown(event: KeyboardEvent) {
    // Letters that are still being put together belong to whoever does that.
    if (event.nativeEvent.isComposing) return
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') step(key === 'ArrowDown' ? 1 : -1)
    else if (key === 'PageDown' || key === 'PageUp') step(key === 'PageDown' ? 5 : -5)
    else if (key === 'Enter') enter.press(event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }

  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      fullScreen={narrow}
      onClose={onClose}
      transitionDuration={0}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{
        paper: {
          'aria-label': words.title,
          sx: { mt: narrow ? 0 : '10vh', maxHeight: narrow ? '100dvh' : '72vh' },
        },
      }}
    >
      <Stack direction="row" sx={{ px: 4, py: 2, gap: 3, alignItems: 'center', color: 'text.secondary' }}>
        <Search size={20} aria-hidden style={{ flexShrink: 0 }} />
        <InputBase
          autoFocus
          fullWidth
          value={typed}
          placeholder={words.placeholder}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
          slotProps={{
            input: {
              role: 'combobox',
              'aria-label': words.placeholder,
              'aria-expanded': items.length > 0,
              'aria-controls': `${id}list`,
              'aria-autocomplete': 'list',
              ...(active && { 'aria-activedescendant': id + active.key }),
              autoComplete: 'off',
              spellCheck: false,
              maxLength: textLimits.search,
              dir: 'auto',
            },
          }}
          sx={{ fontSize: '1rem', minHeight: 40 }}
        />
        {(typed !== '' || narrow) && (
          <IconButton
            size="small"
            edge="end"
            aria-label={typed === '' ? words.close : words.clear}
            onClick={() => (typed === '' ? onClose() : change(''))}
          >
            <X size={16} aria-hidden />
          </IconButton>
        )}
      </Stack>
      <Box sx={{ height: 2, borderBottom: 1, borderColor: 'divider' }}>
        {isPending && <LinearProgress aria-label={words.searching} sx={{ height: 2 }} />}
      </Box>
      {isNothing && (
        <Typography color="textSecondary" sx={{ px: 4, pt: 3, overflowWrap: 'anywhere' }}>
          {words.nothing(typed.trim())}
        </Typography>
      )}
      <PaletteList
        id={id}
        groups={groups}
        search={search}
        activeKey={active?.key}
        onPoint={setChosen}
        onChoose={(item, event: MouseEvent) => open(item, event.ctrlKey || event.metaKey)}
      />
      {!narrow && <PaletteKeys />}
      <VisuallyHidden role="status">
        {isPending ? words.searching : isNothing ? words.nothing(typed.trim()) : words.found(items.length)}
      </VisuallyHidden>
    </Dialog>
  )
}

function useOpen(onClose: () => void) {
  const navigate = useNavigate()
  return (item: Item, isNewTab: boolean) => {
    const { to, run } = item
    if (isRetry(item)) return run?.()
    if (to !== undefined && isNewTab) {
      window.open(typeof to === 'string' ? to : createPath(to), '_blank', 'noopener')
      return
    }
    onClose()
    if (to !== undefined) navigate(to)
    run?.()
  }
}

/** Enter pressed before the answer is there means the first of what will be found. */
function useEnter(isEarly: boolean, active: Item | undefined, open: (item: Item, isNewTab: boolean) => void) {
  const [waiting, setWaiting] = useState<{ isNewTab: boolean } | null>(null)
  const proceed = useEffectEvent(() => {
    if (waiting && active) open(active, waiting.isNewTab)
    setWaiting(null)
  })
  useEffect(() => {
    if (waiting && !isEarly) proceed()
  }, [waiting, isEarly])
  return {
    press: (isNewTab: boolean) => setWaiting({ isNewTab }),
    forget: () => setWaiting(null),
  }
}
