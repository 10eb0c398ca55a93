# Output:
# Judy Jones
# 2010 3
# 2011 4
# 2012 4
