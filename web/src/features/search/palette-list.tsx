import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type MouseEvent, useEffect, useRef } from 'react'
import { SlideThumbnail } from '../../ui/slide/slide-thumbnail.tsx'
import type { Group, Item } from './items.ts'
import { partsOf } from './match.ts'
import { words } from './words.ts'

interface PaletteListProps {
  /** What the ids of its parts begin with. */
  id: string
  groups: readonly Group[]
  /** What to mark in names. */
  search: string
  activeKey: string | undefined
  onPoint: (key: string) => void
  onChoose: (item: Item, event: MouseEvent) => void
}

export function PaletteList({ id, groups, search, activeKey, onPoint, onChoose }: PaletteListProps) {
  return (
    <Box
      id={`${id}list`}
      role="listbox"
      aria-label={words.results}
      // The box above keeps the focus, wherever is clicked.
      onMouseDown={(event) => event.preventDefault()}
      sx={{ flex: 1, minHeight: 0, overflowY: 'auto', px: 2, py: 2 }}
    >
      {groups.map((group) => (
        <Box key={group.key} role="group" aria-labelledby={`${id}${group.key}`}>
          <Typography
            id={`${id}${group.key}`}
            role="presentation"
            variant="caption"
            color="textSecondary"
            sx={{ display: 'block', px: 2, py: 1, fontWeight: 600 }}
          >
            {group.title}
          </Typography>
          {group.items.map((item) => (
            <Option
              key={item.key}
              id={id + item.key}
              item={item}
              search={search}
              isActive={item.key === activeKey}
              onPoint={() => onPoint(item.key)}
              onChoose={(event) => onChoose(item, event)}
            />
          ))}
        </Box>
      ))}
    </Box>
  )
}

interface OptionProps {
  id: string
  item: Item
  search: string
  isActive: boolean
  onPoint: () => void
  onChoose: (event: MouseEvent) => void
}

const side = 36

function Option({ id, item, search, isActive, onPoint, onChoose }: OptionProps) {
  const { label, detail, isName, imageId, isVirtual = false, icon: Icon, shortcut } = item
  const ref = useShown(isActive)
  return (
    <Box
      ref={ref}
      id={id}
      role="option"
      aria-selected={isActive}
      onClick={onChoose}
      // Lists that move under a resting pointer must not choose anew.
      onMouseMove={() => !isActive && onPoint()}
      sx={{
        display: 'flex',
        gap: 3,
        alignItems: 'center',
        minHeight: 44,
        px: 2,
        py: 1,
        borderRadius: 1,
        cursor: 'pointer',
        bgcolor: isActive ? 'tokens.accent' : 'transparent',
      }}
    >
      <Box
        aria-hidden
        sx={{ display: 'grid', placeItems: 'center', width: side, flexShrink: 0, color: 'text.secondary' }}
      >
        {imageId !== undefined ? (
          <SlideThumbnail imageId={imageId} alt="" width={side} isVirtual={isVirtual} />
        ) : (
          Icon && <Icon size={18} />
        )}
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography noWrap title={label}>
          {isName ? <Marked text={label} search={search} /> : label}
        </Typography>
        {detail !== undefined && (
          <Typography variant="body2" color="textSecondary" noWrap title={detail}>
            <bdi>{detail}</bdi>
          </Typography>
        )}
      </Box>
      {shortcut !== undefined && (
        <Typography variant="caption" color="textSecondary" component="kbd" sx={{ fontFamily: 'inherit' }}>
          {shortcut}
        </Typography>
      )}
    </Box>
  )
}

function Marked({ text, search }: { text: string; search: string }) {
  return (
    <bdi>
      {partsOf(text, search).map(({ at, text: part, isMatch }) =>
        isMatch ? (
          <Box
            component="mark"
            key={at}
            sx={{ bgcolor: 'transparent', color: 'primary.main', fontWeight: 700 }}
          >
            {part}
          </Box>
        ) : (
          part
        ),
      )}
    </bdi>
  )
}

/** What is chosen by keys comes into sight. */
function useShown(isActive: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return ref
}
