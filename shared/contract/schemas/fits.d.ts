/** True only for what the schema of that kind would give back as it is. */
type Fits = (value: unknown) => boolean;

export declare const request: Fits;
export declare const token: Fits;
export declare const evidence: Fits;
