import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";

/** A Kubernetes object as a file holds it. */
export const Rendered = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.string().optional() }),
});
export type Rendered = z.infer<typeof Rendered>;

const Kustomization = z.strictObject({
  apiVersion: z.literal("kustomize.config.k8s.io/v1beta1"),
  kind: z.literal("Kustomization"),
  resources: z.array(z.string()),
  images: z.array(z.strictObject({ name: z.string(), newName: z.string().optional(), newTag: z.string() })).default([]),
  patches: z
    .array(z.strictObject({ target: z.strictObject({ kind: z.string(), name: z.string().optional() }), patch: z.string() }))
    .default([]),
});
type Kustomization = z.infer<typeof Kustomization>;

const Operations = z.array(z.strictObject({ op: z.literal("add"), path: z.string().startsWith("/"), value: z.unknown() }));
const Deletion = z.looseObject({ $patch: z.literal("delete") });
const Holder = z.record(z.string(), z.unknown());

/**
 * What `kustomize build` makes of a folder, for the part of its format that the overlays use: resources, images, patches that delete
 * or add. A test compares the two where kubectl is there. @throws Error for any other part of the format.
 */
export function render(folder: string): Rendered[] {
  const { resources, images, patches } = Kustomization.parse(parse(readFileSync(join(folder, "kustomization.yaml"), "utf8")));
  const objects = resources.flatMap((resource) => {
    const path = join(folder, resource);
    if (!resource.endsWith(".yaml")) return render(path);
    return parseAllDocuments(readFileSync(path, "utf8")).map((document) => Rendered.parse(document.toJS()));
  });
  return patches.reduce((all, patch) => patched(all, patch), objects).map((object) => withImages(object, images));
}

function patched(objects: Rendered[], { target, patch }: Kustomization["patches"][number]): Rendered[] {
  const wanted = (object: Rendered) => object.kind === target.kind && (target.name === undefined || object.metadata.name === target.name);
  if (!objects.some(wanted)) throw new Error(`no ${target.kind} ${target.name ?? ""} to patch`);
  const body: unknown = parse(patch);
  if (Deletion.safeParse(body).success) return objects.filter((object) => !wanted(object));
  const operations = Operations.parse(body);
  return objects.map((object) => (wanted(object) ? operations.reduce(added, object) : object));
}

function added(object: Rendered, { path, value }: z.infer<typeof Operations>[number]): Rendered {
  const put = (holder: unknown, keys: string[]): unknown => {
    const [key = "", ...rest] = keys;
    const members = Holder.parse(holder);
    return { ...members, [key]: rest.length === 0 ? value : put(members[key], rest) };
  };
  return Rendered.parse(put(object, path.slice(1).split("/")));
}

function withImages(object: Rendered, images: Kustomization["images"]): Rendered {
  const text = JSON.stringify(object, (key, value: unknown) => {
    const image = key === "image" ? images.find(({ name }) => name === value) : undefined;
    return image ? `${image.newName ?? image.name}:${image.newTag}` : value;
  });
  return Rendered.parse(JSON.parse(text));
}
