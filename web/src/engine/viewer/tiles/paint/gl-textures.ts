import type { TilePicture } from '../tile-picture.ts'

/** The textures of pictures, made when they are first drawn. */
export interface GlTextures {
  of(picture: TilePicture): WebGLTexture | null
  /** Binds how textures are read: with hard edges where pixels are seen one by one. */
  read(crisp: boolean): void
}

export function createTextures(gl: WebGL2RenderingContext): GlTextures {
  const textures = new WeakMap<TilePicture, WebGLTexture>()
  const smooth = createSampler(gl, gl.LINEAR)
  const hard = createSampler(gl, gl.NEAREST)
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1)
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
  gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE)

  const upload = (picture: TilePicture): WebGLTexture | null => {
    const pixels = picture.pixels()
    if (pixels === null) return null
    const texture = gl.createTexture()
    gl.bindTexture(gl.TEXTURE_2D, texture)
    if (pixels instanceof Uint16Array) {
      const { width, height } = picture
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.R16UI, width, height, 0, gl.RED_INTEGER, gl.UNSIGNED_SHORT, pixels)
    } else {
      const [stored, given] = picture.type === 'colors' ? [gl.RGBA8, gl.RGBA] : [gl.R8, gl.RED]
      gl.texImage2D(gl.TEXTURE_2D, 0, stored, given, gl.UNSIGNED_BYTE, pixels)
    }
    if (picture.type === 'colors') gl.generateMipmap(gl.TEXTURE_2D)
    else gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAX_LEVEL, 0)
    textures.set(picture, texture)
    picture.moved(() => gl.deleteTexture(texture))
    return texture
  }
  return {
    of: (picture) => textures.get(picture) ?? upload(picture),
    read: (crisp) => {
      gl.bindSampler(0, crisp ? hard : smooth)
      // Integers can't be blended and need one that does not try.
      gl.bindSampler(1, hard)
    },
  }
}

function createSampler(gl: WebGL2RenderingContext, magnified: number): WebGLSampler {
  const sampler = gl.createSampler()
  const isHard = magnified === gl.NEAREST
  gl.samplerParameteri(sampler, gl.TEXTURE_MAG_FILTER, magnified)
  gl.samplerParameteri(sampler, gl.TEXTURE_MIN_FILTER, isHard ? gl.NEAREST : gl.LINEAR_MIPMAP_LINEAR)
  gl.samplerParameteri(sampler, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
  gl.samplerParameteri(sampler, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
  return sampler
}
