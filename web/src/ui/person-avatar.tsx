import Avatar from '@mui/material/Avatar'
import { styled } from '@mui/material/styles'

/** A person's picture, or the first letters of their name. */
export function PersonAvatar({ name, picture, size = 28 }: PersonAvatarProps) {
  return (
    <Avatar
      aria-hidden
      alt=""
      {...(picture && { src: picture })}
      sx={{
        width: size,
        height: size,
        fontSize: size * 0.4,
        fontWeight: 600,
        bgcolor: 'tokens.accent',
        color: 'primary.main',
      }}
    >
      <Initials data-initials={initials(name)} />
    </Avatar>
  )
}

// Drawn, not written: what the button around it is called must not begin with two letters.
const Initials = styled('span')({ '&::before': { content: 'attr(data-initials)' } })

interface PersonAvatarProps {
  name: string
  picture: string | null | undefined
  size?: number
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words.slice(0, 1)
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
