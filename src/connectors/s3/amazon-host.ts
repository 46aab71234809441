/** The server of a service of AWS in a region, such as `sts` in `eu-central-1`; each part of the cloud has an ending of its own. */
export function amazonHost(service: string, region: string): string {
  const ending = region.startsWith('cn-') ? 'com.cn' : region.startsWith('eusc-') ? 'eu' : 'com'
  return `${service}.${region}.amazonaws.${ending}`
}
