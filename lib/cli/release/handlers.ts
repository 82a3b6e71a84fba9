import { bind } from '@/lib/api/bind';
import { cliRelease } from './contract';
import * as service from './service';

export const handlers = bind(cliRelease, {
  version: (ctx) => service.version(ctx),
  install: (ctx) => service.installScript(ctx),
  download: (ctx, { params }) => service.download(ctx, params.filename),
  checksums: (ctx) => service.checksums(ctx),
});
