"""What people decide about rules: severities, what is ignored, rules of the house."""
